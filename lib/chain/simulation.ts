import { decodeAbi } from '../base/ethereum.ts'
import { type Address, type Hex, isHex, isSameHex } from '../base/hex.ts'
import { fieldsOf } from '../base/object.ts'
import type { AccountCall, Effects, Measurement, Simulation, TokenSpender } from './effects.ts'
import { countHosts, minSources } from './evidence.ts'
import { encodeAbiWord, nullIfUnreachable, type Rpc, toQuantity } from './rpc.ts'
import {
  parseLogs,
  planSimulation,
  readLoggedEffects,
  type SimulatedAnswer,
  type SimulationPlan,
} from './simulation-plan.ts'
import type { Log } from './transactions.ts'

/** Returns a random address, a new one for each simulation. */
export type FreshAddress = () => Address

/**
 * Simulates calls of an account without sending them: which tokens leave it, which arrive, which allowances change. Two
 * hosts must agree; one alone counts only if the chain has no other. If an endpoint cannot measure, the next one is used.
 */
export async function measure(
  endpoints: readonly Rpc[],
  simulation: Simulation,
  freshAddress: FreshAddress,
): Promise<Measurement> {
  const wanted = Math.min(minSources, countHosts(endpoints))
  const isFirstOfHost = ({ host }: Rpc, at: number) => endpoints.findIndex((one) => one.host === host) === at
  const begun = endpoints.filter(isFirstOfHost).slice(0, wanted)
  const measureOn = async (rpc: Rpc) => ({
    rpc,
    effects: await measureOnEndpoint(rpc, simulation, freshAddress),
  })
  const measured = await Promise.all(begun.map(measureOn))
  for (const rpc of endpoints) {
    const hosts = measured.flatMap((one) => (one.effects === null ? [] : [one.rpc.host]))
    if (hosts.length >= wanted) break
    if (!begun.includes(rpc) && !hosts.includes(rpc.host)) measured.push(await measureOn(rpc))
  }
  return { effects: measured.flatMap(({ effects }) => (effects === null ? [] : [effects])), wanted }
}

/** Uses `eth_simulateV1` if the endpoint supports it, else code that replaces the account's for one `eth_call`. */
async function measureOnEndpoint(
  rpc: Rpc,
  simulation: Simulation,
  freshAddress: FreshAddress,
): Promise<Effects | null> {
  return (
    (await measureBySimulation(rpc, simulation, freshAddress)) ??
    measureByProbe(rpc, simulation, freshAddress())
  )
}

interface SimulationAnswers {
  readonly answers: readonly SimulatedAnswer[]
  readonly logs: readonly Log[]
}

/** If the events of the calls show further tokens and allowances, a second simulation counts them. */
async function measureBySimulation(
  rpc: Rpc,
  simulation: Simulation,
  freshAddress: FreshAddress,
): Promise<Effects | null> {
  const tokens = simulation.tokens.slice(0, 2)
  let plan = planSimulation(simulation, tokens, simulation.spenders, freshAddress())
  let seen = await simulate(rpc, simulation, plan)
  if (seen === null || 'failure' in seen) return seen
  const touched = readLoggedEffects(seen.logs, simulation.account)
  const isKnown = (token: string) => tokens.some((one) => isSameHex(one, token))
  const moreTokens = touched.tokens.filter((token) => !isKnown(token))
  const moreGrants = touched.spenders.filter(
    (lend) => !simulation.spenders.some((one) => isSameTokenSpender(one, lend)),
  )
  if (moreTokens.length > 0 || moreGrants.length > 0) {
    plan = planSimulation(
      simulation,
      [...tokens, ...moreTokens],
      [...simulation.spenders, ...moreGrants],
      freshAddress(),
    )
    seen = await simulate(rpc, simulation, plan)
    if (seen === null || 'failure' in seen) return seen
  }
  const counted = plan.effects(seen.answers)
  if (counted === null) return null
  return {
    ...counted,
    leaves: [...counted.leaves, ...touched.leaves],
    allowances: [...counted.allowances, ...touched.allowances],
    isWhole: true,
  }
}

function isSameTokenSpender(one: TokenSpender, other: TokenSpender): boolean {
  return isSameHex(one.token, other.token) && isSameHex(one.spender, other.spender)
}

async function simulate(
  rpc: Rpc,
  { account }: Simulation,
  { calls, overrides }: SimulationPlan,
): Promise<SimulationAnswers | Effects | null> {
  const requested = calls.map(({ to, data, value }) => ({
    from: account,
    to,
    data,
    value: toQuantity(value),
  }))
  const block = { stateOverrides: overrides, calls: requested }
  const options = { blockStateCalls: [block], traceTransfers: true, validation: false }
  const answer = await nullIfUnreachable(rpc.request('eth_simulateV1', [options, 'latest']))
  if (answer === null) return null
  if ('failure' in answer) return createFailedEffects(answer.failure)
  const [first] = Array.isArray(answer.result) ? answer.result : []
  const tried = fieldsOf(first).calls
  if (!Array.isArray(tried) || tried.length !== calls.length) return null
  const logs: Log[] = []
  const answers: SimulatedAnswer[] = []
  for (const one of tried) {
    const { status, returnData, logs: reported, error } = fieldsOf(one)
    const read = Array.isArray(reported) ? parseLogs(reported) : null
    if (read === null || !isHex(returnData) || (status !== '0x1' && status !== '0x0')) return null
    logs.push(...read)
    const word = returnData.length < 66 ? null : BigInt(returnData.slice(0, 66))
    answers.push({ ok: status === '0x1', word, failure: readFailureMessage(returnData, error) })
  }
  return { answers, logs }
}

async function measureByProbe(rpc: Rpc, simulation: Simulation, reader: Address): Promise<Effects | null> {
  const plan = planSimulation(simulation, simulation.tokens, simulation.spenders, reader)
  const answers = await probeCalls(rpc, simulation.account, plan.calls, plan.overrides)
  const counted = answers === null ? null : plan.effects(answers)
  return counted === null ? null : { ...counted, isWhole: false }
}

function createFailedEffects(failure: string): Effects {
  return { leaves: [], arrives: [], allowances: [], received: null, failure, isWhole: true }
}

/** The text of `Error(string)`, else the endpoint's error message. */
function readFailureMessage(returnData: string, error: unknown): string {
  const { message } = fieldsOf(error)
  const plain = typeof message === 'string' && message !== '' ? message : 'execution reverted'
  const [text] = decodeAbi([{ type: 'string' }], `0x${/^0x08c379a0(.*)/.exec(returnData)?.[1] ?? ''}`) ?? []
  return text === undefined ? plain.slice(0, 200) : `execution reverted: ${text.slice(0, 200)}`
}

/**
 * Code that replaces the account's in one `eth_call` and is never deployed. It makes the calls of its input in sequence.
 * For each call it returns two words: the first word of the result, and a status. The status is 1 for success, plus 2 if
 * the call returned a whole word. The input has target, value and length in one word each, then the bytes, for each call.
 * If called by any other account (money that is sent back), it does nothing.
 */
const callProbe: Hex = `0x${[
  // called by itself? else stop
  ...['33', '30', '14', '6007', '57', '00', '5b'],
  // position of the answers, position in the input
  ...['6000', '6000'],
  // loop: while there is input
  ...['5b', '36', '81', '10', '15', '61004d', '57'],
  // length; the bytes to 0x4000
  ...['80', '6040', '01', '35', '80', '82', '6060', '01', '614000', '37'],
  // call(gas, target, value, 0x4000, length, answer, 32)
  ...['6020', '83', '82', '614000', '85', '6020', '01', '35', '86', '35', '5a', 'f1'],
  // the status after the answer
  ...['601f', '3d', '11', '6001', '1b', '17', '83', '6020', '01', '52'],
  // next call
  ...['01', '6060', '01', '90', '6040', '01', '90', '61000c', '56'],
  // return the answers
  ...['5b', '50', '6000', 'f3'],
].join('')}`

/**
 * Makes the calls of an account in one `eth_call` that replaces its code. Null if the endpoint cannot do that: some do not
 * support replaced code, but answer all other calls.
 */
export async function probeCalls(
  rpc: Rpc,
  account: Address,
  calls: readonly AccountCall[],
  overrides: SimulationPlan['overrides'] = {},
): Promise<readonly SimulatedAnswer[] | null> {
  const lent = { ...overrides, [account]: { code: callProbe } }
  const params = [{ from: account, to: account, data: probeInput(calls) }, 'latest', lent]
  const answer = await nullIfUnreachable(rpc.request('eth_call', params))
  return answer === null || 'failure' in answer ? null : probeAnswers(answer.result, calls.length)
}

function probeInput(calls: readonly AccountCall[]): Hex {
  const parts = calls.map(({ to, data, value }) => {
    const bytes = data.slice(2)
    return `${encodeAbiWord(to)}${encodeAbiWord(value)}${encodeAbiWord(BigInt(bytes.length / 2))}${bytes}`
  })
  return `0x${parts.join('')}`
}

/** Null for any other result, for example from an endpoint that ignores the replaced code. */
function probeAnswers(result: unknown, count: number): readonly SimulatedAnswer[] | null {
  if (!isHex(result) || result.length !== 2 + count * 128) return null
  const answers: SimulatedAnswer[] = []
  for (let at = 2; at < result.length; at += 128) {
    const word = BigInt(`0x${result.slice(at, at + 64)}`)
    const status = BigInt(`0x${result.slice(at + 64, at + 128)}`)
    if (status > 3n) return null
    const isWord = status >= 2n
    answers.push({ ok: status % 2n === 1n, word: isWord ? word : null, failure: 'execution reverted' })
  }
  return answers
}
