import { Children, type InputHTMLAttributes, type ReactNode, Fragment } from 'react';

// The parts of the office's pages. Each is drawn once, on the server, and works without a script; what it shows is escaped.

/** Shows a time such as `2026-11-22 04:43:09 UTC`; `viewerTime.js` moves it to the viewer's zone. @param at - Unix ms. */
export function Time({ at }: { readonly at: number }) {
  const text = new Date(at).toISOString().slice(0, 19);
  return <time dateTime={`${text}Z`}>{`${text.replace('T', ' ')} UTC`}</time>;
}

/** Shows a text that stays as it is in every language, such as a name. */
export function AsItIs({ text }: { readonly text: string }) {
  return <span translate="no">{text}</span>;
}

/** Shows a text of a program or of the service, letter by letter. */
export function AsSent({ text }: { readonly text: string }) {
  return (
    <span className="verbatim" lang="en">
      {text}
    </span>
  );
}

/** Stand around a part's name in a message, where the part is drawn. */
const [OPENS, CLOSES] = ['\uE000', '\uE001'];

/** Says a message in which some facts are drawn, and the others are said. */
export function filled<Facts extends object>(
  say: (facts: Facts) => string,
  drawn: { readonly [Name in keyof Facts]?: ReactNode },
  said: Partial<Facts> = {},
): ReactNode {
  const names = Object.keys(drawn);
  const places = Object.fromEntries(names.map((name) => [name, OPENS + name + CLOSES]));
  const pieces = say({ ...said, ...places } as Facts).split(new RegExp(`${OPENS}(${names.join('|')})${CLOSES}`));
  return pieces.map((piece, index) => (
    // The place is what tells them apart: every second piece is the name of a part.
    <Fragment key={index}>{index % 2 === 0 ? piece : drawn[piece as keyof Facts]}</Fragment>
  ));
}

/** Puts parts beside each other at a desk and below each other on a phone; one that is empty is left out. */
export function SideBySide({ children }: { readonly children: ReactNode }) {
  return (
    <div className="columns">
      {Children.toArray(children).map((part, index) => (
        <div key={index}>{part}</div>
      ))}
    </div>
  );
}

interface ButtonLinkProps {
  readonly to: string;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, isPrimary = false, children }: ButtonLinkProps) {
  return (
    <a className={isPrimary ? 'button button-primary' : 'button'} href={to}>
      {children}
    </a>
  );
}

interface FormInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue'> {
  readonly caption: ReactNode;
  readonly name: string;
  readonly value?: string | undefined;
}

/** A field under its caption. */
export function FormInput({ caption, value, ...input }: FormInputProps) {
  return (
    <label>
      {caption}
      <input {...input} defaultValue={value} />
    </label>
  );
}

interface DayInputProps {
  readonly caption: string;
  readonly name: string;
  readonly day?: string | undefined;
}

/** A field for a day, in UTC until the page's script names the reader's own zone in `ZoneInput`. */
export function DayInput({ caption, name, day = '' }: DayInputProps) {
  const named = (
    <>
      {caption}
      <span className="utc"> (UTC)</span>
    </>
  );
  return <FormInput caption={named} name={name} type="date" value={day} />;
}

/** A field that says where a form's days are. */
export function ZoneInput() {
  return <input type="hidden" name="zone" />;
}

interface FormChoiceProps {
  readonly caption: ReactNode;
  readonly name: string;
  /** Texts by their values. */
  readonly choices: Readonly<Record<string, string>>;
  /** The text for no choice; absent: one of them is chosen. */
  readonly none?: string;
  readonly chosen?: string | undefined;
}

/** A field to choose in, under its caption. */
export function FormChoice({ caption, name, choices, none, chosen }: FormChoiceProps) {
  const all = [...(none === undefined ? [] : [['', none] as const]), ...Object.entries(choices)];
  return (
    <label>
      {caption}
      <select name={name} defaultValue={chosen}>
        {all.map(([value, shown]) => (
          <option value={value} key={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PostFormProps {
  readonly action: string;
  /** Values that it sends beside its fields. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A form that is posted. */
export function PostForm({ action, hidden = {}, children }: PostFormProps) {
  return (
    <form method="post" action={action}>
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {children}
    </form>
  );
}

/** A cell, or that with its tag's attributes. */
type Cell = ReactNode | { readonly shown: ReactNode; readonly tag: StyleTag };

/** Attributes of a tag for styles and scripts. */
type StyleTag = Readonly<Record<`data-${string}`, string | true | undefined>> & {
  readonly className?: string | undefined;
};

interface TableProps {
  /** The names of the columns. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly className?: string;
  /** Attributes of its rows. */
  readonly rowTags?: readonly ({ readonly id?: string } & StyleTag)[];
  /** Stands in its place where it has no rows. */
  readonly none?: string;
}

/** A table. On a narrow screen each row is a card, in which each cell has its column's name. */
export function Table({ names, rows, className, rowTags, none }: TableProps) {
  if (rows.length === 0 && none !== undefined) return <p>{none}</p>;
  return (
    <table className={className}>
      <thead>
        <tr>
          {names.map((name, index) => (
            <th scope="col" key={index}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} {...rowTags?.[row]}>
            {cells.map((cell, index) => {
              const { shown, tag } = isTagged(cell) ? cell : { shown: cell, tag: {} };
              const isEmpty = shown === undefined || shown === null || shown === '' || shown === false;
              return (
                <td {...(!isEmpty && { 'data-name': names[index], ...tag })} key={index}>
                  {shown}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isTagged(cell: Cell): cell is Extract<Cell, { readonly shown: ReactNode }> {
  return typeof cell === 'object' && cell !== null && 'shown' in cell;
}
