@echo off
rem Starts the gateway on the Node beside it. Its settings are variables: docs\gateway.md.
"%~dp0node.exe" "%~dp0node_modules\scanline\start.js" %*
