import { believedLies } from './believed-lies.ts'
import type { Lie, Observed } from './lie.ts'
import { observeSwap } from './person.ts'
import { table } from './table.ts'

export interface LieResult {
  readonly lie: Lie
  readonly observed: Observed
  readonly isBelieved: boolean
  /** The lie is in the list of lies that Ferry still believes. */
  readonly isOpen: boolean
}

export async function runLie(lie: Lie): Promise<LieResult> {
  const observed = await ('observe' in lie ? lie.observe() : observeSwap(lie))
  return { lie, observed, isBelieved: observed.believed.length > 0, isOpen: believedLies.has(lie.name) }
}

export async function runLies(
  part = '',
  report: (one: LieResult) => void = () => undefined,
): Promise<readonly LieResult[]> {
  const all: LieResult[] = []
  for (const lie of table) {
    if (!lie.name.includes(part)) continue
    const one = await runLie(lie)
    all.push(one)
    report(one)
  }
  return all
}

export function lineOf({ lie, observed, isBelieved, isOpen }: LieResult): string {
  const mark = isBelieved ? (isOpen ? 'open    ' : 'BELIEVED') : 'seen    '
  const { walletRequests, reportedCodes, claimed, believed } = observed
  const about = `asked: ${walletRequests.join(', ') || 'nothing'}; named: ${[...new Set(reportedCodes)].join(', ') || 'nothing'}; ${claimed}`
  return `${mark} ${lie.liar}: ${lie.name} [${about}]${isBelieved ? ` <- ${[...new Set(believed)].join('; ')}` : ''}`
}
