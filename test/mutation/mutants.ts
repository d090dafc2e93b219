/** One change in a source; `at` is an offset in characters. */
export interface Mutant {
  readonly path: string
  readonly line: number
  readonly at: number
  readonly from: string
  readonly to: string
}

/** The replacements. If a pattern has a group, the group is replaced. */
const swaps: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/ (===|!==) /g, (found) => (found === '===' ? '!==' : '===')],
  [/ (&&|\|\|) /g, (found) => (found === '&&' ? '||' : '&&')],
  [/ (<=?|>=?) /g, (found) => (found.endsWith('=') ? found.slice(0, -1) : `${found}=`)],
  [/ ([+-]) /g, (found) => (found === '+' ? '-' : '+')],
  [/(?<=[\s(])(!)(?=[a-zA-Z(])/g, () => ''],
  [/(?<!readonly \w+: )\b(true|false)\b/g, (found) => (found === 'true' ? 'false' : 'true')],
  [/\.(every|some)\(/g, (found) => (found === 'every' ? 'some' : 'every')],
  // A check that runs and never reports.
  [/^\s*(yield\*?) /gm, () => 'void'],
  [/(?<=[ (])(\d[\d_]*n?)(?=[\s,);])/g, (found) => `(${found} + 1${found.endsWith('n') ? 'n' : ''})`],
]

export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const code = blankNonCode(text)
  const found = swaps.flatMap(([pattern, change]) =>
    [...code.matchAll(pattern)].map((match): Mutant => {
      const [whole, from = whole] = match
      const at = match.index + whole.indexOf(from)
      return { path, at, line: text.slice(0, at).split('\n').length, from, to: change(from) }
    }),
  )
  return found.toSorted((a, b) => a.at - b.at)
}

export function mutated(text: string, { at, from, to }: Mutant): string {
  if (text.slice(at, at + from.length) !== from) throw new Error(`no ${from} at ${at}`)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

/** Blanks comments, texts, patterns and type declarations, which do not run, without changing offsets. */
function blankNonCode(text: string): string {
  const words =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(,=]\s*)\/(?:\\.|[^/\\\n])+\/[gimsuy]*|^(?:export )?(?:interface|type) [\s\S]*?(?=^\}|\n\n)|^import [^\n]*/gm
  return text.replace(words, (found) => found.replace(/[^\n'`]/g, ' '))
}
