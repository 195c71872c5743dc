/** What to do now, to be read at arm's length. */
export function Prompt({ text }: { readonly text: string }) {
  return <h2 className="prompt">{text}</h2>;
}
