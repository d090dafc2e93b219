import type { Listeners } from '../../lib/order/change.ts'
import { besides } from '../../lib/order/reduce.ts'
import { states } from '../../lib/order/states.ts'

/** The lines of `lib/order/README.md` after which its drawings come. */
export const statesLine = 'What each state listens to:'
export const besidesLine = 'What is open beside the swap listens first:'

const order: readonly string[] = ['stays', ...Object.keys(states)]

/** Draws what each state listens to, and where that leads. */
export function drawnStates(): string {
  return drawn(Object.entries(states).map(([name, { on }]) => [name, on]))
}

/** Draws the same of what may be open beside a swap. */
export function drawnBesides(): string {
  return drawn(besides.map(({ name, on }) => [name, on]))
}

/** Where an event may lead, in the order of the states. */
export function outcomesOf(on: Listeners, kind: string): readonly string[] {
  const [, listener] = Object.entries(on).find(([known]) => known === kind) ?? []
  return inOrder(listener?.slice(1).map(String) ?? [])
}

/** Outcomes in the order of the states, staying first. */
export function inOrder(outcomes: readonly string[]): readonly string[] {
  const rank = (one: string) => order.indexOf(one.replace('!', ''))
  return outcomes.toSorted((one, other) => rank(one) - rank(other))
}

function drawn(rows: readonly (readonly [name: string, on: Listeners])[]): string {
  const blocks = rows.map(([name, on]) => {
    const kinds = Object.keys(on).toSorted()
    return [name, ...kinds.map((kind) => `  ${kind.padEnd(20)}${outcomesOf(on, kind).join(', ')}`)].join('\n')
  })
  return blocks.join('\n\n')
}

/** The block of a document that begins after such a line. */
export function fencedAfter(text: string, line: string): string {
  const [, after = ''] = text.split(`${line}\n`)
  const [, block = ''] = /^```\n([\s\S]*?)\n```$/m.exec(after) ?? []
  return block
}
