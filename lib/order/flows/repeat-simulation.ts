import { Problem } from '../../base/problem.ts'
import type { FundsLocation } from '../../base/problem-codes.ts'
import { secondMs } from '../../base/time.ts'
import type { ChainReader } from '../../chain/chain-reader.ts'
import type { SimulationSummary } from '../../chain/effects.ts'
import type { Deployment } from '../../deployment/schema.ts'
import {
  type CheckedSimulation,
  createSimulation,
  type SimulationAim,
  simulateCalls,
} from '../../review/simulate.ts'
import type { Order, WalletRequestRecord } from '../order.ts'
import { isExit } from '../order-facts.ts'
import { accountCalls, originConfig } from '../wallet-request.ts'

export interface SimulatePorts {
  readonly deployment: Deployment
  readonly chain: Pick<ChainReader, 'measure' | 'simulate'>
  later(waitMs: number, work: () => void): () => void
}

/** An endpoint may lag behind an approval that was just mined. */
const maxTries = 4
const betweenTriesMs = 2 * secondMs

/**
 * Repeats the simulation right before the wallet request. Throws the `Problem` of its effects, and `wouldFail` only if it fails
 * at each try. Throws `notSimulated` if the effects cannot be measured at any try and the person did not agree to continue
 * without.
 * Exits continue anyway: they are Ferry's own calls, displayed as they are.
 */
export async function requireSimulated(
  order: Order,
  record: WalletRequestRecord,
  ports: SimulatePorts,
): Promise<void> {
  if (record.purpose === 'sign') return
  const simulation = simulationOf(order, record, ports.deployment)
  const isOptional = isExit(record) || order.consents.some(({ code }) => code === 'notSimulated')
  for (let tries = 1; ; tries += 1) {
    try {
      const { kind } = await simulateCalls(order, simulation, ports.chain)
      if (kind === 'measured' || isOptional) return
      throw new Problem('notSimulated')
    } catch (thrown) {
      if (tries === maxTries || isExit(record) || !mayPass(thrown)) throw thrown
    }
    await new Promise<void>((resolve) => {
      ports.later(betweenTriesMs, resolve)
    })
  }
}

/** The endpoint may not have the approval yet. */
function mayPass(thrown: unknown): boolean {
  return thrown instanceof Problem && ['wouldFail', 'notSimulated'].includes(thrown.data.code)
}

function simulationAimOf({ purpose, amountUnits }: WalletRequestRecord): SimulationAim {
  const approvesUnits = BigInt(amountUnits ?? '0')
  if (purpose === 'sendCalls') return { approvesUnits, does: 'send' }
  if (purpose === 'approve' || purpose === 'resetApproval' || purpose === 'revoke')
    return { approvesUnits, does: 'nothing' }
  const does = purpose === 'send' || purpose === 'withdraw' ? purpose : 'nothing'
  return { approvesUnits: null, does }
}

/** Throws the `Problem` of a difference, with the place of the `money`. */
export function simulateExit(
  order: Order,
  purpose: 'withdraw' | 'cancel' | 'revoke',
  { chain, deployment }: Omit<SimulatePorts, 'later'>,
  money: FundsLocation,
): Promise<SimulationSummary> {
  const record = { requestId: '', purpose, requestedMs: 0, accountNonce: null, amountUnits: '0' }
  return simulateCalls(order, simulationOf(order, record, deployment), chain, money)
}

function simulationOf(order: Order, record: WalletRequestRecord, deployment: Deployment): CheckedSimulation {
  const config = originConfig(deployment, order)
  return createSimulation(
    order,
    accountCalls(deployment, order, record, config),
    simulationAimOf(record),
    config,
  )
}
