import type { SandboxToken } from '../sandbox/chains/ledger.ts'
import type { Control } from '../sandbox/service/control-client.ts'
import { walletAddress } from './swap-journey.ts'
import { type SwapScenario, scenarioUnits } from './swap-scenarios.ts'

export async function readTokenBalance(control: Control, token: SandboxToken): Promise<bigint> {
  const all = await control.balances(walletAddress)
  return BigInt(all[String(token.chainId)]?.[token.address.toLowerCase()] ?? '0')
}

export interface ScenarioBalances {
  readonly from: bigint
  readonly to: bigint
}

export async function readScenarioBalances(
  control: Control,
  scenario: SwapScenario,
): Promise<ScenarioBalances> {
  return {
    from: await readTokenBalance(control, scenario.from),
    to: await readTokenBalance(control, scenario.to),
  }
}

/** Throws unless exactly the amount left (native: with only a little gas) and some output arrived. */
export function checkTransfer(
  scenario: SwapScenario,
  before: ScenarioBalances,
  after: ScenarioBalances,
): { readonly spent: bigint; readonly got: bigint } {
  const spent = before.from - after.from
  const got = after.to - before.to
  const gasMax = scenario.from.kind === 'native' ? 10n ** 16n : 0n
  if (spent < scenarioUnits(scenario) || spent > scenarioUnits(scenario) + gasMax)
    throw new Error(
      `${scenario.name}: ${spent} units left the account, ${scenarioUnits(scenario)} were asked for`,
    )
  if (got <= 0n) throw new Error(`${scenario.name}: nothing arrived`)
  return { spent, got }
}

/** Throws if a request was accepted or executed more than once. Every journey ends with this check. */
export async function checkSingleSubmits(control: Control): Promise<void> {
  const doubled = findDoubleSubmits((await control.counters()).submits)
  if (doubled.length > 0) throw new Error(doubled.join('; '))
}

export function findDoubleSubmits(
  submits: Awaited<ReturnType<Control['counters']>>['submits'],
): readonly string[] {
  return Object.entries(submits)
    .filter(([, count]) => count.accepted > 1 || count.executed > 1)
    .map(([hash, count]) => `${hash} accepted more than once: ${JSON.stringify(count)}`)
}
