import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import type { PermitCheckInput } from '../../../lib/checks/check-report.ts'
import type { AutoRoute, SignTypedData } from '../../../lib/service/quote-result.ts'
import { honest, permitCheck } from './fixtures.ts'

/** The honest checks of both kinds, to be changed in one place. */
export const cross = permitCheck(honest('SINGLE_OUTPUT_REQUEST'))
export const same = permitCheck(honest('SWAP_REQUEST'))

/** The reason code of a refusal; null where every line holds. */
export function codeOf(input: PermitCheckInput): string | null {
  const report = checkTypedData(input)
  return report.ok ? null : report.code
}

/** The check of a route with other fields. */
export function withRoute(input: PermitCheckInput, fields: Partial<AutoRoute>): PermitCheckInput {
  return { ...input, route: { ...input.route, ...fields } }
}

/** The typed data of a signed route. */
export function typedDataOf({ route }: PermitCheckInput): SignTypedData {
  if (route.signTypedData === null) throw new Error('a signed route has typed data')
  return route.signTypedData
}

/** The check of other typed data. */
export function withTyped(input: PermitCheckInput, fields: Partial<SignTypedData>): PermitCheckInput {
  return withRoute(input, { signTypedData: { ...typedDataOf(input), ...fields } })
}

/** The check of another witness: fields of `basicReq`, then of the request itself. */
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
