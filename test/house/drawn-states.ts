import type { Listeners } from '../../lib/order/change.ts'
import { besides } from '../../lib/order/reduce.ts'
import { states } from '../../lib/order/states.ts'

const order: readonly string[] = ['stays', ...Object.keys(states)]

/** Draws the states that each state leads to, by whatever event. */
function drawnWays(): string {
  const rows = Object.entries(states).map(([name, { on }]) => {
    const outcomes = Object.keys(on).flatMap((kind) => outcomesOf(on, kind))
    const others = new Set(outcomes.map((one) => one.replace('!', '')).filter((one) => one !== 'stays'))
    return `${name.padEnd(20)}${inOrder([...others]).join(', ')}`.trimEnd()
  })
  return rows.join('\n')
}

/** Draws what each state listens to, and where that leads. */
function drawnStates(): string {
  return drawn(Object.entries(states).map(([name, { on }]) => [name, on]))
}

/** Draws the same of what may be open beside a swap. */
function drawnBesides(): string {
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

/** The drawings of the document: the line before each, and what the table gives. */
export const drawings: readonly { readonly line: string; draw(): string }[] = [
  { line: 'Where each state leads:', draw: drawnWays },
  { line: 'What each state listens to:', draw: drawnStates },
  { line: 'What is open beside the swap listens first:', draw: drawnBesides },
]

/** A block of a document: where it begins after such a line, and where it ends. */
function blockAfter(text: string, line: string): readonly [start: number, end: number] {
  const fence = '\n```\n'
  const start = text.indexOf(fence, text.indexOf(`${line}\n`)) + fence.length
  return [start, text.indexOf('```\n', start)]
}

/** Returns the block of a document that comes after such a line. */
export function fencedAfter(text: string, line: string): string {
  return text.slice(...blockAfter(text, line)).trimEnd()
}

/** Returns a document with each of its drawings made anew. */
export function redrawn(text: string): string {
  return drawings.reduce((drawn, { line, draw }) => {
    const [start, end] = blockAfter(drawn, line)
    return `${drawn.slice(0, start)}${draw()}\n${drawn.slice(end)}`
  }, text)
}
