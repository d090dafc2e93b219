import { canonicalAddress } from '../base/checksum.ts'
import { echoLines, requestLines } from './check-cross.ts'
import { domainLines } from './check-domain.ts'
import type { PermitCheckInput } from './check-input.ts'
import { permitLines } from './check-permit.ts'
import { type CheckLine, type CheckReport, checkLine, reportOf } from './check-report.ts'
import { typeLines } from './check-types.ts'
import { witnessLines } from './check-witness.ts'
import { digestByConfig } from './digest-by-config.ts'
import { digestOf, requestHashOf } from './typed-data.ts'

/**
 * Tells whether the typed data of a signed route may go to the wallet: every line of it that needs no read of the
 * chain, the wallet or the store. D-5, the code at the spender (V-3) and the unset nonce bit (V-4) are the flow's
 * reads.
 *
 * @example
 * const report = checkTypedData(input)
 * if (!report.ok) throw new Problem('checkFailed', { facts: { reason: report.code } })
 */
export function checkTypedData(input: PermitCheckInput): CheckReport {
  return reportOf(typedDataLines(input))
}

function* typedDataLines(input: PermitCheckInput): Generator<CheckLine> {
  const { signTypedData, userOp, requestType } = input.route
  yield checkLine(
    'T-1',
    'autoRoute.signTypedData',
    signTypedData !== null && userOp === 'sign',
    userOp,
    'sign',
  )
  if (signTypedData === null) return
  yield* domainLines(input, signTypedData)
  yield* typeLines(input, signTypedData)
  yield* permitLines(input, signTypedData)
  const { witness = null, spender } = signTypedData.values
  const gateway = canonicalAddress(spender)
  const gateways = gateway === null ? [] : [gateway]
  yield* witnessLines(input, witness, { sender: input.ask.userAddress, gateways })
  yield* echoLines(input)
  const pinned = input.deployment.types[requestType]
  yield* requestLines(input, requestHashOf(pinned, witness))
  const sameDigest = digestOf(signTypedData) === digestByConfig(pinned, signTypedData)
  yield checkLine('X-5', 'autoRoute.signTypedData', sameDigest)
}
