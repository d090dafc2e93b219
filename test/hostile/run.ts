import type { Lie, Observed } from './lie.ts'
import { open } from './believed-lies.ts'
import { observeSwap } from './person.ts'
import { table } from './table.ts'

/** One lie and its outcome. */
export interface Told {
  readonly lie: Lie
  readonly observed: Observed
  readonly isBelieved: boolean
  /** The lie is in the list of lies that Ferry still believes. */
  readonly isOpen: boolean
}

/** Runs one lie against the real engine. */
export async function tell(lie: Lie): Promise<Told> {
  const observed = await ('observe' in lie ? lie.observe() : observeSwap(lie))
  return { lie, observed, isBelieved: observed.believed.length > 0, isOpen: open.has(lie.name) }
}

/** Runs every lie whose name contains `part`, one after another. */
export async function tellAll(
  part = '',
  told: (one: Told) => void = () => undefined,
): Promise<readonly Told[]> {
  const all: Told[] = []
  for (const lie of table) {
    if (!lie.name.includes(part)) continue
    const one = await tell(lie)
    all.push(one)
    told(one)
  }
  return all
}

/** One line of output for a lie. */
export function lineOf({ lie, observed, isBelieved, isOpen }: Told): string {
  const mark = isBelieved ? (isOpen ? 'open    ' : 'BELIEVED') : 'seen    '
  const { asked, named, claimed, believed } = observed
  const about = `asked: ${asked.join(', ') || 'nothing'}; named: ${[...new Set(named)].join(', ') || 'nothing'}; ${claimed}`
  return `${mark} ${lie.liar}: ${lie.name} [${about}]${isBelieved ? ` <- ${[...new Set(believed)].join('; ')}` : ''}`
}
