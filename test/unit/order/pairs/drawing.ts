/** Where each event that is listened to may lead: other states, or `stays`; a `!` where the wallet is asked. */
export interface Outcomes {
  readonly [event: string]: readonly string[]
}

/** Draws who listens to what, as `lib/order/README.md` shows it. `order`: every state, in the order they are drawn in. */
export function drawnPairs(rows: { readonly [name: string]: Outcomes }, order: readonly string[]): string {
  return Object.entries(rows)
    .map(([name, outcomes]) => {
      const lines = Object.entries(outcomes)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([event, words]) => `  ${event.padEnd(20)}${wordsIn(words, order)}`)
      return [name, ...lines].join('\n')
    })
    .join('\n\n')
}

function wordsIn(words: readonly string[], order: readonly string[]): string {
  const rank = (word: string) => order.indexOf(word.replace('!', ''))
  return words.toSorted((one, other) => rank(one) - rank(other)).join(', ')
}

/** The block of a document that begins after such a line. */
export function fencedAfter(text: string, line: string): string {
  const [, after = ''] = text.split(`${line}\n`)
  const [, block = ''] = /^```\n([\s\S]*?)\n```$/m.exec(after) ?? []
  return block
}
