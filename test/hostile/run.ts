import type { Lie, Observed } from './lie.ts'
import { observeSwap } from './person.ts'
import { table } from './table.ts'

export interface LieResult {
  readonly lie: Lie
  readonly observed: Observed
}

export async function runLie(lie: Lie): Promise<LieResult> {
  return { lie, observed: await ('observe' in lie ? lie.observe() : observeSwap(lie)) }
}

/** Runs the lies whose names contain `part`. */
export async function runLies(part: string, report: (one: LieResult) => void): Promise<readonly LieResult[]> {
  const all: LieResult[] = []
  for (const lie of table) {
    if (!lie.name.includes(part)) continue
    const one = await runLie(lie)
    all.push(one)
    report(one)
  }
  return all
}

export function lineOf({ lie, observed }: LieResult): string {
  const { walletRequests, reportedCodes, claimed, believed } = observed
  const about = `asked: ${walletRequests.join(', ') || 'nothing'}; named: ${[...new Set(reportedCodes)].join(', ') || 'nothing'}; ${claimed}`
  const line = `${lie.liar}: ${lie.name} [${about}]`
  return believed.length === 0
    ? `seen     ${line}`
    : `BELIEVED ${line} <- ${[...new Set(believed)].join('; ')}`
}
