import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import type { PermitCheckInput } from '../../../lib/checks/check-report.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import type { SignTypedData } from '../../../lib/service/route.ts'
import { honest, permitCheck } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

/** The honest inputs of both request types, to be changed in one place. */
export const cross = permitCheck(honest('SINGLE_OUTPUT_REQUEST'))
export const same = permitCheck(honest('SWAP_REQUEST'))

/** The code of the failed check. Null if every check passes. */
export function codeOf(input: PermitCheckInput): string | null {
  const report = checkTypedData(input)
  return report.ok ? null : report.code
}

export function withRoute(
  input: PermitCheckInput,
  fields: Partial<PermitCheckInput['route']>,
): PermitCheckInput {
  return { ...input, route: { ...input.route, ...fields } }
}

export function typedDataOf({ route }: PermitCheckInput): SignTypedData {
  if (route.signTypedData === null) throw new Error('a signed route has typed data')
  return route.signTypedData
}

export function withTyped(input: PermitCheckInput, fields: Partial<SignTypedData>): PermitCheckInput {
  return withRoute(input, { signTypedData: { ...typedDataOf(input), ...fields } })
}

/** The input with another witness: changed fields of `basicReq`, then of the request itself. */
export function withWitness(
  input: PermitCheckInput,
  basic: JsonObject,
  top: JsonObject = {},
): PermitCheckInput {
  const { values } = typedDataOf(input)
  const witness = values.witness as JsonObject
  const basicReq = { ...(witness.basicReq as JsonObject), ...basic }
  return withTyped(input, { values: { ...values, witness: { ...witness, ...top, basicReq } } })
}

/** The input from a service that hashes its changed request again. */
export function rehashed(input: PermitCheckInput): PermitCheckInput {
  const { witness = null } = typedDataOf(input).values
  return withRoute(input, { requestHash: requestHashOf(pinnedTypes[input.route.requestType], witness) })
}
