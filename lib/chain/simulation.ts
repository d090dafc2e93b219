import { type Address, type Hex, isHex, sameHex } from '../base/hex.ts'
import type { AccountCall, Effects, Measurement, TokenSpender, Trial } from './effects.ts'
import { abiWord, fieldsOf, quantity, type Rpc, whereRead } from './rpc.ts'
import type { Log } from './transactions.ts'
import { logsOf, planTrial, type TrialPlan, type TriedAnswer, touchesOf } from './trial.ts'

/** Returns a random address, a new one for each simulation. */
export type FreshAddress = () => Address

/** Two that agree are believed; one alone only where the chain has no other. */
const wantedWitnesses = 2

/**
 * Tries calls of an account on a chain without sending them, on as many endpoints as have to agree: what would leave it,
 * what would arrive, which allowances would change. An endpoint that cannot measure is left out, and the next one asked.
 */
export async function measure(
  endpoints: readonly Rpc[],
  trial: Trial,
  freshAddress: FreshAddress,
): Promise<Measurement> {
  const wanted = Math.min(wantedWitnesses, endpoints.length)
  const first = await Promise.all(
    endpoints.slice(0, wanted).map((rpc) => effectsSeenBy(rpc, trial, freshAddress)),
  )
  const effects = first.filter((one) => one !== null)
  for (const rpc of endpoints.slice(wanted)) {
    if (effects.length >= wanted) break
    const one = await effectsSeenBy(rpc, trial, freshAddress)
    if (one !== null) effects.push(one)
  }
  return { effects, wanted }
}

/** By `eth_simulateV1` where the node has it, else by code that stands in for the account's in one `eth_call`. */
async function effectsSeenBy(rpc: Rpc, trial: Trial, freshAddress: FreshAddress): Promise<Effects | null> {
  return (await simulated(rpc, trial, freshAddress)) ?? probed(rpc, trial, freshAddress())
}

interface Simulated {
  readonly answers: readonly TriedAnswer[]
  readonly logs: readonly Log[]
}

/** Tokens and allowances that only the events of the calls name are counted in a second try. */
async function simulated(rpc: Rpc, trial: Trial, freshAddress: FreshAddress): Promise<Effects | null> {
  const tokens = trial.tokens.slice(0, 2)
  let plan = planTrial(trial, tokens, trial.lends, freshAddress())
  let seen = await simulate(rpc, trial, plan)
  if (seen === null || 'failure' in seen) return seen
  const touched = touchesOf(seen.logs, trial.account)
  const isKnown = (token: string) => tokens.some((one) => sameHex(one, token))
  const moreTokens = touched.tokens.filter((token) => !isKnown(token))
  const moreLends = touched.lends.filter((lend) => !trial.lends.some((one) => isSameLend(one, lend)))
  if (moreTokens.length > 0 || moreLends.length > 0) {
    plan = planTrial(trial, [...tokens, ...moreTokens], [...trial.lends, ...moreLends], freshAddress())
    seen = await simulate(rpc, trial, plan)
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

function isSameLend(one: TokenSpender, other: TokenSpender): boolean {
  return sameHex(one.token, other.token) && sameHex(one.spender, other.spender)
}

async function simulate(
  rpc: Rpc,
  { account }: Trial,
  { calls, overrides }: TrialPlan,
): Promise<Simulated | Effects | null> {
  const asked = calls.map(({ to, data, value }) => ({ from: account, to, data, value: quantity(value) }))
  const block = { stateOverrides: overrides, calls: asked }
  const options = { blockStateCalls: [block], traceTransfers: true, validation: false }
  const answer = await whereRead(rpc.ask('eth_simulateV1', [options, 'latest']))
  if (answer === null) return null
  if ('failure' in answer) return failing(answer.failure)
  const [first] = Array.isArray(answer.result) ? answer.result : []
  const tried = fieldsOf(first).calls
  if (!Array.isArray(tried) || tried.length !== calls.length) return null
  const logs: Log[] = []
  const answers: TriedAnswer[] = []
  for (const one of tried) {
    const { status, returnData, logs: told, error } = fieldsOf(one)
    const read = Array.isArray(told) ? logsOf(told) : null
    if (read === null || !isHex(returnData) || (status !== '0x1' && status !== '0x0')) return null
    logs.push(...read)
    const word = returnData.length < 66 ? null : BigInt(returnData.slice(0, 66))
    answers.push({ ok: status === '0x1', word, failure: wordsOf(returnData, error) })
  }
  return { answers, logs }
}

async function probed(rpc: Rpc, trial: Trial, reader: Address): Promise<Effects | null> {
  const { account } = trial
  const plan = planTrial(trial, trial.tokens, trial.lends, reader)
  const lent = { ...plan.overrides, [account]: { code: callProbe } }
  const params = [{ from: account, to: account, data: probeInput(plan.calls) }, 'latest', lent]
  const answer = await whereRead(rpc.ask('eth_call', params))
  if (answer === null || 'failure' in answer) return null
  const answers = probeAnswers(answer.result, plan.calls.length)
  const counted = answers === null ? null : plan.effects(answers)
  return counted === null ? null : { ...counted, isWhole: false }
}

function failing(failure: string): Effects {
  return { leaves: [], arrives: [], allowances: [], received: null, failure, isWhole: true }
}

/** `Error(string)` in its own words, else the node's. */
function wordsOf(returnData: string, error: unknown): string {
  const { message } = fieldsOf(error)
  const plain = typeof message === 'string' && message !== '' ? message : 'execution reverted'
  if (!returnData.startsWith('0x08c379a0') || returnData.length < 138) return plain.slice(0, 200)
  const length = Number(BigInt(`0x${returnData.slice(74, 138)}`))
  const bytes = returnData.slice(138, 138 + Math.min(length, 200) * 2)
  const text = new TextDecoder().decode(
    Uint8Array.from(bytes.match(/../g) ?? [], (pair) => Number(`0x${pair}`)),
  )
  return `execution reverted: ${text}`
}

/**
 * Code that stands in for the account's in one `eth_call` and never anywhere else: it makes the calls of its input one
 * after the other and returns two words for each: the first word of the answer, and 1 where it went through, 2 where it
 * returned a whole word. Its input is target, value and length in a word each, then the bytes, again and again. Called by
 * anybody but the account itself (money that comes back) it does nothing.
 */
const callProbe: Hex = `0x${[
  // called by itself? else stop
  ...['33', '30', '14', '6007', '57', '00', '5b'],
  // where the answers go, where the input is read
  ...['6000', '6000'],
  // loop: while there is input
  ...['5b', '36', '81', '10', '15', '61004d', '57'],
  // length; the bytes to 0x4000
  ...['80', '6040', '01', '35', '80', '82', '6060', '01', '614000', '37'],
  // call(gas, target, value, 0x4000, length, answer, 32)
  ...['6020', '83', '82', '614000', '85', '6020', '01', '35', '86', '35', '5a', 'f1'],
  // what became of it beside the answer
  ...['601f', '3d', '11', '6001', '1b', '17', '83', '6020', '01', '52'],
  // on to the next
  ...['01', '6060', '01', '90', '6040', '01', '90', '61000c', '56'],
  // return the answers
  ...['5b', '50', '6000', 'f3'],
].join('')}`

/** Returns the probe's input for calls. */
function probeInput(calls: readonly AccountCall[]): Hex {
  const parts = calls.map(({ to, data, value }) => {
    const bytes = data.slice(2)
    return `${abiWord(to)}${abiWord(value)}${abiWord(BigInt(bytes.length / 2))}${bytes}`
  })
  return `0x${parts.join('')}`
}

/**
 * Returns what the probe returned for so many calls; null for anything else, as of a node that ignores the code it was
 * lent.
 */
function probeAnswers(result: unknown, count: number): readonly TriedAnswer[] | null {
  if (!isHex(result) || result.length !== 2 + count * 128) return null
  const answers: TriedAnswer[] = []
  for (let at = 2; at < result.length; at += 128) {
    const word = BigInt(`0x${result.slice(at, at + 64)}`)
    const status = BigInt(`0x${result.slice(at + 64, at + 128)}`)
    if (status > 3n) return null
    const isWord = status >= 2n
    answers.push({ ok: status % 2n === 1n, word: isWord ? word : null, failure: 'execution reverted' })
  }
  return answers
}
