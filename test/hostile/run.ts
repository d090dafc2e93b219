import type { Lie, Observed } from './lie.ts'
import { open } from './open.ts'
import { observeSwap } from './person.ts'
import { table } from './table.ts'

/** One lie and what became of it. */
export interface Told {
  readonly lie: Lie
  readonly observed: Observed
  readonly isBelieved: boolean
  /** It is in the list of what is known to be believed still. */
  readonly isOpen: boolean
}

/** Tells one lie to the real engine. */
export async function tell(lie: Lie): Promise<Told> {
  const observed = await ('observe' in lie ? lie.observe() : observeSwap(lie))
  return { lie, observed, isBelieved: observed.believed.length > 0, isOpen: open.has(lie.name) }
}

/** Tells every lie whose name holds a text, one after another. */
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

/** A line about a lie. */
export function lineOf({ lie, observed, isBelieved, isOpen }: Told): string {
  const mark = isBelieved ? (isOpen ? 'open    ' : 'BELIEVED') : 'seen    '
  const { asked, named, claimed, believed } = observed
  const about = `asked: ${asked.join(', ') || 'nothing'}; named: ${[...new Set(named)].join(', ') || 'nothing'}; ${claimed}`
  return `${mark} ${lie.liar}: ${lie.name} [${about}]${isBelieved ? ` <- ${[...new Set(believed)].join('; ')}` : ''}`
}
