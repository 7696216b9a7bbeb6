import { escaped } from './escaped.ts';
import type { Clip } from '../../core/animation/clip.ts';
import { isNote, type ClipIssue } from '../../core/animation/lint/issues.ts';
import { jointLabel } from '../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';

/** A clip and what was found in it. */
export interface LintedClip {
  readonly clip: Clip;
  readonly issues: readonly ClipIssue[];
}

/** Width and height of a clip's line, in the drawing's own units. */
const WIDTH = 1000;
const HEIGHT = 26;

const STYLE = `
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 68rem; padding: 0 1rem; color: #1b1e23; background: #fff }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
svg { width: 100%; height: auto; background: #f1f3f5; border-radius: 4px }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #dde1e6 }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums } tr.note { color: #667 } .good { color: #2a7a3f }
@media (prefers-color-scheme: dark) { body { color: #e9ecf1; background: #121417 } svg { background: #262a31 } td, th { border-color: #2c3038 } tr.note { color: #8f98a6 } .good { color: #86dd8b } }`;

/** A page about what was found in clips, whole in itself: no script, no picture, no font from elsewhere. */
export function lintPage(source: string, rig: Rig, linted: readonly LintedClip[]): string {
  const total = linted.reduce((sum, { issues }) => sum + issues.filter((issue) => !isNote(issue)).length, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(source)}: ${total} found</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${escaped(source)}</h1>
<p>${total === 0 ? '<span class="good">Nothing found.</span>' : `${total} found`} in ${linted.length === 1 ? '1 clip' : `${linted.length} clips`}.</p>
${linted.map((each) => clipSection(rig, each)).join('\n')}
</body>
</html>
`;
}

function clipSection(rig: Rig, { clip, issues }: LintedClip): string {
  const title = `<h2>${escaped(clip.name)}</h2>\n<p>${Math.round(clip.duration * clip.fps)} frames at ${clip.fps} a second</p>`;
  if (issues.length === 0) return `${title}\n<p class="good">Nothing found.</p>`;
  return `${title}
${drawing(clip, issues)}
<table>
<tr><th class="number">Frame</th><th class="number">to</th><th>Kind</th><th>Joint</th><th>What</th></tr>
${issues.map((issue) => row(rig, clip, issue)).join('\n')}
</table>`;
}

function row(rig: Rig, { fps }: Clip, issue: ClipIssue): string {
  const joint = issue.joint === null || issue.joint < 0 ? '' : jointLabel(rig, issue.joint);
  const cells = [
    `<td class="number">${Math.round(issue.worst * fps)}</td>`,
    `<td class="number">${issue.to > issue.from ? Math.round(issue.to * fps) : ''}</td>`,
    ...[issue.kind, joint, issue.message].map((text) => `<td>${escaped(text)}</td>`),
  ];
  return `<tr${isNote(issue) ? ' class="note"' : ''}>${cells.join('')}</tr>`;
}

/** Where in the clip something is: a bar for each issue, at least as wide as can be seen. */
function drawing(clip: Clip, issues: readonly ClipIssue[]): string {
  const bars = issues
    .filter((issue) => !isNote(issue))
    .map(({ from, to, message }) => {
      const x = (WIDTH * from) / clip.duration;
      const width = Math.max(3, (WIDTH * (to - from)) / clip.duration);
      const left = Math.min(x, WIDTH - width).toFixed(1);
      return `<rect x="${left}" y="4" width="${width.toFixed(1)}" height="${HEIGHT - 8}" rx="1.5" fill="#e8603c" fill-opacity="0.55"><title>${escaped(message)}</title></rect>`;
    });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Where in the clip it is">${bars.join('')}</svg>`;
}
