import { isHex, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { Effects, Measurement, TokenSpender, Trial } from './effects.ts'
import { fieldsOf, quantity } from './read.ts'
import type { Log } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import { balanceTeller, balanceTellerCode, planTrial, type TriedAnswer } from './trial-calls.ts'
import { logsOf, touchesOf } from './trial-logs.ts'
import { callProbe, probeAnswers, probeInput } from './trial-probe.ts'

/** Two that agree are believed; one alone only where the chain has no other. */
const wantedWitnesses = 2

/**
 * Tries calls of an account on a chain without sending them, on as many endpoints as have to agree: what would leave it,
 * what would arrive, which allowances would change. An endpoint that cannot measure is left out, and the next one asked.
 */
export async function measure(endpoints: readonly Rpc[], trial: Trial): Promise<Measurement> {
  const wanted = Math.min(wantedWitnesses, endpoints.length)
  const first = await Promise.all(endpoints.slice(0, wanted).map((rpc) => effectsSeenBy(rpc, trial)))
  const effects = first.filter((one) => one !== null)
  for (const rpc of endpoints.slice(wanted)) {
    if (effects.length >= wanted) break
    const one = await effectsSeenBy(rpc, trial)
    if (one !== null) effects.push(one)
  }
  return { effects, wanted }
}

/** By `eth_simulateV1` where the node has it, else by code that stands in for the account's in one `eth_call`. */
async function effectsSeenBy(rpc: Rpc, trial: Trial): Promise<Effects | null> {
  return (await simulated(rpc, trial)) ?? probed(rpc, trial)
}

interface Simulated {
  readonly answers: readonly TriedAnswer[]
  readonly logs: readonly Log[]
}

/** Tokens and allowances that only the events of the calls name are counted in a second try. */
async function simulated(rpc: Rpc, trial: Trial): Promise<Effects | null> {
  const tokens = trial.tokens.slice(0, 2)
  let plan = planTrial(trial, tokens, trial.lends)
  let seen = await simulate(rpc, trial, plan.calls)
  if (seen === null || 'failure' in seen) return seen
  const touched = touchesOf(seen.logs, trial.account)
  const isKnown = (token: string) => tokens.some((one) => sameHex(one, token))
  const moreTokens = touched.tokens.filter((token) => !isKnown(token))
  const moreLends = touched.lends.filter((lend) => !trial.lends.some((one) => isSameLend(one, lend)))
  if (moreTokens.length > 0 || moreLends.length > 0) {
    plan = planTrial(trial, [...tokens, ...moreTokens], [...trial.lends, ...moreLends])
    seen = await simulate(rpc, trial, plan.calls)
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
  calls: ReturnType<typeof planTrial>['calls'],
): Promise<Simulated | Effects | null> {
  const asked = calls.map(({ to, data, value }) => ({ from: account, to, data, value: quantity(value) }))
  const block = { stateOverrides: { [balanceTeller]: { code: balanceTellerCode } }, calls: asked }
  const options = { blockStateCalls: [block], traceTransfers: true, validation: false }
  const answer = await askMaybe(rpc, 'eth_simulateV1', [options, 'latest'])
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

async function probed(rpc: Rpc, trial: Trial): Promise<Effects | null> {
  const { account } = trial
  const plan = planTrial(trial, trial.tokens, trial.lends)
  const lent = { [account]: { code: callProbe }, [balanceTeller]: { code: balanceTellerCode } }
  const params = [{ from: account, to: account, data: probeInput(plan.calls) }, 'latest', lent]
  const answer = await askMaybe(rpc, 'eth_call', params)
  if (answer === null || 'failure' in answer) return null
  const answers = probeAnswers(answer.result, plan.calls.length)
  const counted = answers === null ? null : plan.effects(answers)
  return counted === null ? null : { ...counted, isWhole: false }
}

/** Null where the node is silent or does not know the call, which cannot be told apart. */
async function askMaybe(rpc: Rpc, method: string, params: readonly unknown[]) {
  try {
    return await rpc.ask(method, params)
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.data.code === 'rpcUnreachable') return null
    throw thrown
  }
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
