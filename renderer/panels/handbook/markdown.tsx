import { lexer, type Token, type Tokens } from 'marked';
import type { ReactNode } from 'react';
import { useCommand } from '../window-context.tsx';
import { addressOfPicture } from './handbook-texts.ts';

const COMMAND = 'command:';

interface MarkdownProps {
  readonly text: string;
  /** Called with the name of a page that a link leads to. */
  readonly onGo: (page: string) => void;
}

/** Markdown as elements of the page: no mark-up of the text reaches the document by itself. */
export function Markdown({ text, onGo }: MarkdownProps) {
  return <>{blocks(lexer(text), onGo)}</>;
}

function blocks(tokens: readonly Token[], onGo: MarkdownProps['onGo']): ReactNode[] {
  return tokens.map((token, i) => <Block key={i} token={token} onGo={onGo} />);
}

function Block({ token, onGo }: { token: Token; onGo: MarkdownProps['onGo'] }): ReactNode {
  switch (token.type) {
    case 'heading':
      return (token as Tokens.Heading).depth === 1 ? (
        <h3 className="handbook-title">{spans(token.tokens, onGo)}</h3>
      ) : (
        <h4>{spans(token.tokens, onGo)}</h4>
      );
    case 'paragraph':
      return <p>{spans(token.tokens, onGo)}</p>;
    case 'code':
      return <pre>{(token as Tokens.Code).text}</pre>;
    case 'list':
      return <MarkdownList list={token as Tokens.List} onGo={onGo} />;
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} onGo={onGo} />;
    case 'space':
      return null;
    default:
      return spans([token], onGo);
  }
}

function MarkdownList({ list, onGo }: { list: Tokens.List; onGo: MarkdownProps['onGo'] }) {
  const items = list.items.map((item, i) => <li key={i}>{blocks(item.tokens, onGo)}</li>);
  return list.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function MarkdownTable({ table, onGo }: { table: Tokens.Table; onGo: MarkdownProps['onGo'] }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, i) => (
            <th key={i}>{spans(cell.tokens, onGo)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => (
              <td key={j}>{spans(cell.tokens, onGo)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function spans(tokens: readonly Token[] | undefined, onGo: MarkdownProps['onGo']): ReactNode[] {
  return (tokens ?? []).map((token, i) => <Span key={i} token={token} onGo={onGo} />);
}

function Span({ token, onGo }: { token: Token; onGo: MarkdownProps['onGo'] }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{spans(token.tokens, onGo)}</strong>;
    case 'em':
      return <em>{spans(token.tokens, onGo)}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'image': {
      const { href, text } = token as Tokens.Image;
      const address = addressOfPicture(href);
      return address === null ? null : <img src={address} alt={text} />;
    }
    case 'link':
      return <MarkdownLink link={token as Tokens.Link} onGo={onGo} />;
    default:
      return 'tokens' in token && token.tokens ? spans(token.tokens, onGo) : (token as Tokens.Text).text;
  }
}

/** A command shows its keys, a page is gone to; anything else is words only, because nothing outside is opened from here. */
function MarkdownLink({ link: { href, text }, onGo }: { link: Tokens.Link; onGo: MarkdownProps['onGo'] }) {
  if (href.startsWith(COMMAND)) return <CommandKeys id={href.slice(COMMAND.length)} text={text} />;
  if (!href.endsWith('.md')) return text;
  return (
    <button type="button" className="link" onClick={() => onGo(href.replace(/\.md$/, ''))}>
      {text}
    </button>
  );
}

/** A command in a text, with its key of the present key map behind it. */
function CommandKeys({ id, text }: { id: string; text: string }) {
  const { shortcut } = useCommand(id);
  return (
    <strong className="handbook-command">
      {text}
      {shortcut !== '' && <kbd className="key-cap">{shortcut}</kbd>}
    </strong>
  );
}
