/** A word that hides the actor or the meaning (CONTRIBUTING.md, "How we write"), and its replacement. */
interface Discouraged {
  readonly pattern: RegExp
  readonly replacement: string
}

const determiner =
  '(?:an?|the|its|their|each|every|one|this|that|first|second|last|next|earlier|later|old|new)'

/** Matched within one line, case-insensitive. */
const discouraged: readonly Discouraged[] = [
  { pattern: new RegExp(`\\b${determiner} asks?\\b`, 'i'), replacement: 'request' },
  { pattern: new RegExp(`\\b${determiner} looks?\\b(?! like)`, 'i'), replacement: 'read, poll' },
  { pattern: /\b(?:told|tells? of)\b/i, replacement: 'report, show, say, with the actor first' },
  { pattern: /\bhear(?:s|d|ing)?\b/i, replacement: 'receive, listen' },
  { pattern: /\buntaken\b/i, replacement: 'never executed' },
  { pattern: /\bbesides?\b/i, replacement: 'next to, with, in parallel' },
  { pattern: /\b(?:manners?|moods?)\b/i, replacement: 'behaviour' },
  { pattern: /\bwish(?:es|ed)?\b/i, replacement: 'request' },
  { pattern: /\brungs?\b/i, replacement: 'loss gate level' },
  { pattern: /\b(?:yeses|noes)\b/i, replacement: 'approval, rejection' },
  { pattern: /\bways? (?:out|on)\b/i, replacement: 'exit: cancel, withdraw, revoke; next step' },
  { pattern: /\bwhat (?:is|was|are|were|has|had)\b/i, replacement: 'name the thing' },
  { pattern: /\bwho (?:is|was|has|had)\b/i, replacement: 'name the actor' },
  { pattern: /\b(?:whoever|nobody|somebody|anybody)\b/i, replacement: 'name the actor' },
  { pattern: /\bonce more\b/i, replacement: 'again' },
  { pattern: /\banew\b/i, replacement: 'again' },
  { pattern: /\bat once\b/i, replacement: 'immediately; in parallel' },
  { pattern: /\b(?:go|goes|going|went) on\b/i, replacement: 'continue' },
  { pattern: /\bcom(?:e|es|ing) to nothing\b/i, replacement: 'never executes' },
  { pattern: /\blet(?:s|ting)? in\b/i, replacement: 'grant access' },
  { pattern: /\bt(?:ak(?:e|es|en|ing)|ook) up\b/i, replacement: 'resume' },
  { pattern: /\bthe word of\b/i, replacement: 'reported by' },
  { pattern: /\b(?:bears?|bore|borne)\b/i, replacement: 'set, carry' },
  { pattern: /\bdial(?:s|led|ling)?\b/i, replacement: 'connect' },
]

/** Returns the first discouraged word of a text with its replacement, or null. */
export function findDiscouraged(text: string): string | null {
  for (const { pattern, replacement } of discouraged) {
    const found = pattern.exec(text)
    if (found !== null) return `"${found[0]}": write ${replacement}`
  }
  return null
}

/** A line of a comment or document, or the title of a test. */
export interface ProseLine {
  readonly line: number
  readonly text: string
}

/** Returns the comment lines of TypeScript or CSS, and the titles of tests. */
export function readCodeProse(source: string): readonly ProseLine[] {
  const comments = matchLines(source, /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)
  const titles = matchLines(
    source,
    /(?<=\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*)(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`|"[^"\n]*")/g,
  )
  return [...comments, ...titles].map(({ line, text }) => ({ line, text: withoutCode(text) }))
}

/** Returns the lines of a Markdown document without its code. */
export function readDocumentProse(source: string): readonly ProseLine[] {
  const text = source.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return text.split('\n').map((line, index) => ({ line: index + 1, text: withoutCode(line) }))
}

/** Code may contain any name. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, '`')
}

function matchLines(source: string, pattern: RegExp): readonly ProseLine[] {
  return [...source.matchAll(pattern)].flatMap(({ 0: match, index }) => {
    const first = source.slice(0, index).split('\n').length
    return match.split('\n').map((text, at) => ({ line: first + at, text }))
  })
}
