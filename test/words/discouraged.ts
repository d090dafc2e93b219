/** A word that hides the actor or the meaning (CONTRIBUTING.md, "How we write"), and its replacement. */
interface Discouraged {
  readonly pattern: RegExp
  readonly say: string
}

const determiner =
  '(?:an?|the|its|their|each|every|one|this|that|first|second|last|next|earlier|later|old|new)'

/** Matched within one line, case-insensitive. */
const discouraged: readonly Discouraged[] = [
  { pattern: new RegExp(`\\b${determiner} asks?\\b`, 'i'), say: 'request' },
  { pattern: new RegExp(`\\b${determiner} looks?\\b(?! like)`, 'i'), say: 'read, poll' },
  { pattern: /\b(?:told|tells? of)\b/i, say: 'report, show, say, with the actor first' },
  { pattern: /\bhear(?:s|d|ing)?\b/i, say: 'receive, listen' },
  { pattern: /\buntaken\b/i, say: 'never executed' },
  { pattern: /\bbesides?\b/i, say: 'next to, with, in parallel' },
  { pattern: /\b(?:manners?|moods?)\b/i, say: 'behaviour' },
  { pattern: /\bwish(?:es|ed)?\b/i, say: 'request' },
  { pattern: /\brungs?\b/i, say: 'loss gate level' },
  { pattern: /\b(?:yeses|noes)\b/i, say: 'approval, rejection' },
  { pattern: /\bways? (?:out|on)\b/i, say: 'exit: cancel, withdraw, revoke; next step' },
  { pattern: /\bwhat (?:is|was|are|were|has|had)\b/i, say: 'name the thing' },
  { pattern: /\bwho (?:is|was|has|had)\b/i, say: 'name the actor' },
  { pattern: /\b(?:whoever|nobody|somebody|anybody)\b/i, say: 'name the actor' },
  { pattern: /\bonce more\b/i, say: 'again' },
  { pattern: /\banew\b/i, say: 'again' },
  { pattern: /\bat once\b/i, say: 'immediately; in parallel' },
  { pattern: /\b(?:go|goes|going|went) on\b/i, say: 'continue' },
  { pattern: /\bcom(?:e|es|ing) to nothing\b/i, say: 'never executes' },
  { pattern: /\blet(?:s|ting)? in\b/i, say: 'grant access' },
  { pattern: /\bt(?:ak(?:e|es|en|ing)|ook) up\b/i, say: 'resume' },
  { pattern: /\bthe word of\b/i, say: 'reported by' },
  { pattern: /\b(?:bears?|bore|borne)\b/i, say: 'set, carry' },
  { pattern: /\bdial(?:s|led|ling)?\b/i, say: 'connect' },
]

/** Returns the first discouraged word of a text with its replacement, or null. */
export function findDiscouraged(text: string): string | null {
  for (const { pattern, say } of discouraged) {
    const found = pattern.exec(text)
    if (found !== null) return `"${found[0]}": write ${say}`
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
