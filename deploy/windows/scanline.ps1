#Requires -Version 5.1
#Requires -RunAsAdministrator
<#
.SYNOPSIS
Installs, upgrades, rolls back and uninstalls the Scanline gateway as a Windows service. It needs no network.

.DESCRIPTION
Each version lies in a folder of its own below Root, and "current" is a junction to the one that runs. The ledger, the site
file, the secrets and the logs lie below Data, which no action deletes.

.EXAMPLE
.\scanline.ps1 Install -Archive .\scanline-0.1.0-win-x64.zip -Wrapper .\WinSW.NET461.exe
.\scanline.ps1 Upgrade -Archive .\scanline-0.2.0-win-x64.zip
.\scanline.ps1 Rollback
.\scanline.ps1 Uninstall
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory, Position = 0)]
    [ValidateSet('Install', 'Upgrade', 'Rollback', 'Uninstall')]
    [string] $Action,

    # The zip of a release. SHA256SUMS of that release has to lie beside it.
    [string] $Archive,

    # WinSW 2.12, of the .NET Framework that the machine has. For Install alone.
    [string] $Wrapper,

    [string] $Root = (Join-Path $env:ProgramFiles 'Scanline'),
    [string] $Data = (Join-Path $env:ProgramData 'Scanline')
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

$Service = 'scanline'
$Account = "NT SERVICE\$Service"
$Current = Join-Path $Root 'current'
$Previous = Join-Path $Root 'previous.txt'
$Program = Join-Path $Root 'scanline-service.exe'
$Config = Join-Path $Root 'scanline-service.xml'

# Runs a program, and stops where it fails: PowerShell by itself goes on.
function Invoke-Program {
    param([Parameter(Mandatory)] [string] $File, [Parameter(Mandatory)] [string[]] $Arguments)
    & $File @Arguments
    if ($LASTEXITCODE -ne 0) { throw "$File $Arguments ended with $LASTEXITCODE." }
}

# Looks whether the archive is the one of its checksum, and unpacks it below Root. Gives the name of its folder.
function Expand-Release {
    param([Parameter(Mandatory)] [string] $Path)
    $file = Get-Item -LiteralPath $Path
    $sums = Join-Path $file.DirectoryName 'SHA256SUMS'
    if (-not (Test-Path -LiteralPath $sums)) { throw "$sums is not there: nobody knows whether $($file.Name) is whole." }
    $line = Get-Content -LiteralPath $sums | Where-Object { $_.EndsWith("  $($file.Name)") }
    if (-not $line) { throw "$sums has no line for $($file.Name)." }
    $expected = ([string] $line).Substring(0, 64)
    if ((Get-FileHash -LiteralPath $file.FullName -Algorithm SHA256).Hash -ne $expected) {
        throw "$($file.Name) is not the file of its checksum."
    }
    $name = $file.BaseName
    $target = Join-Path $Root $name
    if (Test-Path -LiteralPath $target) { throw "$target is there already. Delete it to unpack it again." }
    # Beside it first: a folder that was unpacked by half has no version's name.
    $beside = Join-Path $Root 'unpacking'
    if (Test-Path -LiteralPath $beside) { Remove-Item -LiteralPath $beside -Recurse -Force }
    Expand-Archive -LiteralPath $file.FullName -DestinationPath $beside
    Move-Item -LiteralPath (Join-Path $beside $name) -Destination $target
    Remove-Item -LiteralPath $beside -Recurse -Force
    return $name
}

function Get-CurrentName {
    if (-not (Test-Path -LiteralPath $Current)) { return $null }
    return Split-Path -Leaf ([string] (Get-Item -LiteralPath $Current).Target)
}

# Takes the junction away, never what it leads to: Remove-Item -Recurse would follow it.
function Remove-Current {
    if (Test-Path -LiteralPath $Current) { [System.IO.Directory]::Delete($Current) }
}

function Set-Current {
    param([Parameter(Mandatory)] [string] $Name)
    $target = Join-Path $Root $Name
    if (-not (Test-Path -LiteralPath (Join-Path $target 'node.exe'))) { throw "$target holds no release." }
    Remove-Current
    New-Item -ItemType Junction -Path $Current -Target $target | Out-Null
}

# Calls that run are finished first: the wrapper waits 140 s.
function Stop-Gateway {
    Stop-Service -Name $Service
    (Get-Service -Name $Service).WaitForStatus('Stopped', [TimeSpan]::FromSeconds(150))
}

# Whether the gateway says that it is ready, by the variables of its service. The path is one that each release has.
function Test-Gateway {
    foreach ($entry in ([xml] (Get-Content -LiteralPath $Config -Raw)).service.env) {
        Set-Item -Path "Env:$($entry.name)" -Value ([Environment]::ExpandEnvironmentVariables($entry.value))
    }
    $ErrorActionPreference = 'Continue' # Windows PowerShell takes a line on the error output for an error
    for ($try = 0; $try -lt 30; $try++) {
        & (Join-Path $Current 'node.exe') (Join-Path $Current 'src\gateway\askHealth.ts') 2>$null
        if ($LASTEXITCODE -eq 0) { return $true }
        Start-Sleep -Seconds 2
    }
    return $false
}

# Puts another version in the place of the one that runs. One that does not get ready is put back.
function Switch-Version {
    param([Parameter(Mandatory)] [string] $Name)
    $before = Get-CurrentName
    Stop-Gateway
    Set-Current -Name $Name
    try {
        Start-Service -Name $Service
        if (-not (Test-Gateway)) { throw "$Name did not get ready in a minute." }
    }
    catch {
        Write-Warning "$_ $before runs again; the log is below $Data\logs."
        Stop-Gateway
        Set-Current -Name $before
        Start-Service -Name $Service
        throw
    }
    Set-Content -LiteralPath $Previous -Value $before -Encoding Ascii
    Write-Output "$Name runs. Before it: $before."
}

# Whoever may not is kept out of the ledger and the secrets; the service writes its ledger and its log.
function Set-Rights {
    foreach ($name in 'data', 'logs', 'secrets') {
        New-Item -ItemType Directory -Path (Join-Path $Data $name) -Force | Out-Null
    }
    # By their SIDs: the system and the administrators have other names in other languages.
    $rights = '/inheritance:r', '/grant:r', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', "${Account}:(OI)(CI)RX", '/q'
    Invoke-Program -File 'icacls.exe' -Arguments (@($Data) + $rights)
    foreach ($name in 'data', 'logs') {
        Invoke-Program -File 'icacls.exe' -Arguments (Join-Path $Data $name), '/grant', "${Account}:(OI)(CI)M", '/q'
    }
}

function Install-Gateway {
    if (-not $Archive -or -not $Wrapper) { throw 'Install needs -Archive and -Wrapper.' }
    if (Get-Service -Name $Service -ErrorAction SilentlyContinue) { throw 'It is installed: Upgrade, or Uninstall first.' }
    New-Item -ItemType Directory -Path $Root -Force | Out-Null
    $name = Expand-Release -Path $Archive
    Set-Current -Name $name
    Copy-Item -LiteralPath $Wrapper -Destination $Program
    if (-not (Test-Path -LiteralPath $Config)) {
        Copy-Item -LiteralPath (Join-Path $Current 'deploy\windows\scanline-service.xml') -Destination $Config
    }
    Invoke-Program -File $Program -Arguments 'install'
    # An account of its own, which has no password and no rights but those below; WinSW would take LocalSystem.
    Invoke-Program -File 'sc.exe' -Arguments 'config', $Service, 'obj=', $Account
    Set-Rights
    Write-Output "$name is installed. Fill in $Config, put the secrets into $Data\secrets, then: Start-Service $Service"
}

function Update-Gateway {
    if (-not $Archive) { throw 'Upgrade needs -Archive.' }
    $name = Expand-Release -Path $Archive
    Switch-Version -Name $name
}

function Restore-Gateway {
    if (-not (Test-Path -LiteralPath $Previous)) { throw 'There is no version to go back to.' }
    Switch-Version -Name (Get-Content -LiteralPath $Previous -TotalCount 1).Trim()
}

function Uninstall-Gateway {
    if (-not (Test-Path -LiteralPath $Program)) { throw "$Root holds no Scanline." }
    Stop-Gateway
    Invoke-Program -File $Program -Arguments 'uninstall'
    Remove-Current
    Remove-Item -LiteralPath $Root -Recurse -Force
    Write-Output "Scanline is uninstalled. The ledger, the site file, the secrets and the logs are still in $Data."
}

switch ($Action) {
    'Install' { Install-Gateway }
    'Upgrade' { Update-Gateway }
    'Rollback' { Restore-Gateway }
    'Uninstall' { Uninstall-Gateway }
}
