import { type Hex, isHex } from '../base/hex.ts'
import type { AccountCall } from './effects.ts'
import { abiWord } from './read.ts'
import type { TriedAnswer } from './trial-calls.ts'

/**
 * Code that stands in for the account's in one `eth_call` and never anywhere else: it makes the calls of its input one
 * after the other and returns two words for each: the first word of the answer, and 1 where it went through, 2 where it
 * returned a whole word. Its input is target, value and length in a word each, then the bytes, again and again. Called by
 * anybody but the account itself (money that comes back) it does nothing.
 */
export const callProbe: Hex = `0x${[
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
export function probeInput(calls: readonly AccountCall[]): Hex {
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
export function probeAnswers(result: unknown, count: number): readonly TriedAnswer[] | null {
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
