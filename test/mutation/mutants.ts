/** One change of one place of a source; `at` counts characters. */
export interface Mutant {
  readonly path: string
  readonly line: number
  readonly at: number
  readonly from: string
  readonly to: string
}

/** What is changed into what; the first group, where there is one, is what is replaced. */
const swaps: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/ (===|!==) /g, (found) => (found === '===' ? '!==' : '===')],
  [/ (&&|\|\|) /g, (found) => (found === '&&' ? '||' : '&&')],
  [/ (<=?|>=?) /g, (found) => (found.endsWith('=') ? found.slice(0, -1) : `${found}=`)],
  [/ ([+-]) /g, (found) => (found === '+' ? '-' : '+')],
  [/(?<=[\s(])(!)(?=[a-zA-Z(])/g, () => ''],
  [/\b(true|false)\b/g, (found) => (found === 'true' ? 'false' : 'true')],
  [/\.(every|some)\(/g, (found) => (found === 'every' ? 'some' : 'every')],
  // A check that is made and never told.
  [/^\s*(yield\*?) /gm, () => 'void'],
  [/(?<=[ (])(\d[\d_]*n?)(?=[\s,);])/g, (found) => `(${found} + 1${found.endsWith('n') ? 'n' : ''})`],
]

/** Every change of a source that Ferry's tests ought to notice. */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const code = withoutWords(text)
  const found = swaps.flatMap(([pattern, change]) =>
    [...code.matchAll(pattern)].map((match): Mutant => {
      const [whole, from = whole] = match
      const at = match.index + whole.indexOf(from)
      return { path, at, line: text.slice(0, at).split('\n').length, from, to: change(from) }
    }),
  )
  return found.toSorted((a, b) => a.at - b.at)
}

/** The source with the change in it. */
export function mutated(text: string, { at, from, to }: Mutant): string {
  if (text.slice(at, at + from.length) !== from) throw new Error(`no ${from} at ${at}`)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

/** The same length with comments, texts, patterns and types' declarations blanked: nothing in them is run. */
function withoutWords(text: string): string {
  const words =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(,=]\s*)\/(?:\\.|[^/\\\n])+\/[gimsuy]*|^(?:export )?(?:interface|type) [\s\S]*?(?=^\}|\n\n)|^import [^\n]*/gm
  return text.replace(words, (found) => found.replace(/[^\n]/g, ' '))
}
