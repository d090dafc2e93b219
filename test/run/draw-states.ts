import { readFileSync, writeFileSync } from 'node:fs'
import { parallelRequests } from '../../lib/order/parallel-requests.ts'
import { states } from '../../lib/order/states.ts'
import type { Listeners } from '../../lib/order/transition.ts'

/** Renders the table of states into the README of the orders (`npm run draw:states`). */
const readmePath = 'lib/order/README.md'

const outcomeOrder: readonly string[] = ['stays', ...Object.keys(states)]

/** Sorts outcomes: `stays` first, then in the order of the states. */
export function sortOutcomes(outcomes: readonly string[]): readonly string[] {
  const rank = (outcome: string) => outcomeOrder.indexOf(outcome.replace('!', ''))
  return outcomes.toSorted((a, b) => rank(a) - rank(b))
}

export function outcomesOf(on: Listeners, kind: string): readonly string[] {
  const [, listener] = Object.entries(on).find(([known]) => known === kind) ?? []
  return sortOutcomes(listener?.slice(1).map(String) ?? [])
}

function renderTransitions(): string {
  const rows = Object.entries(states).map(([name, { on }]) => {
    const outcomes = Object.keys(on).flatMap((kind) => outcomesOf(on, kind))
    const others = new Set(outcomes.map((one) => one.replace('!', '')).filter((one) => one !== 'stays'))
    return `${name.padEnd(20)}${sortOutcomes([...others]).join(', ')}`.trimEnd()
  })
  return rows.join('\n')
}

function renderListeners(rows: readonly (readonly [name: string, on: Listeners])[]): string {
  const blocks = rows.map(([name, on]) => {
    const kinds = Object.keys(on).toSorted()
    return [name, ...kinds.map((kind) => `  ${kind.padEnd(20)}${outcomesOf(on, kind).join(', ')}`)].join('\n')
  })
  return blocks.join('\n\n')
}

/** The rendered blocks of the README: the line that stands before each, and its text. */
export const drawings: readonly { readonly line: string; render(): string }[] = [
  { line: 'Where each state leads:', render: renderTransitions },
  {
    line: 'What each state listens to:',
    render: () => renderListeners(Object.entries(states).map(([name, { on }]) => [name, on])),
  },
  {
    line: 'Exits and earlier requests listen first:',
    render: () => renderListeners(parallelRequests.map(({ name, on }) => [name, on])),
  },
]

function findBlock(text: string, line: string): readonly [start: number, end: number] {
  const fence = '\n```\n'
  const start = text.indexOf(fence, text.indexOf(`${line}\n`)) + fence.length
  return [start, text.indexOf('```\n', start)]
}

export function readBlock(text: string, line: string): string {
  return text.slice(...findBlock(text, line)).trimEnd()
}

function redraw(readme: string): string {
  return drawings.reduce((text, { line, render }) => {
    const [start, end] = findBlock(text, line)
    return `${text.slice(0, start)}${render()}\n${text.slice(end)}`
  }, readme)
}

if (import.meta.main) writeFileSync(readmePath, redraw(readFileSync(readmePath, 'utf8')))
