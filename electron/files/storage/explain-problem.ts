import type { z } from 'zod';

/**
 * The first problem of a validation in words: `clips[0].fps: expected a number, got text`. `whole` names the value itself
 * where the problem has no path.
 */
export function explainProblem(error: z.ZodError, whole = 'the content'): string {
  const issue = error.issues[0];
  if (!issue) return `${whole} cannot be used`;
  const where = showPath(issue.path);
  return `${where === '' ? whole : where}: ${sentence(issue)}`;
}

/** `["clips", 0, "fps"]` → `clips[0].fps`. */
function showPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `"${issue.keys[0]?.slice(0, 100)}" is not a known field`;
  return lowerFirst(issue.message.replace(/^Invalid input: /, ''));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
