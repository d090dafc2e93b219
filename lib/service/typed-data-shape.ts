import * as v from 'valibot'
import type { Json, JsonObject } from '../base/json.ts'
import type { TypeMap } from '../deployment/deployment.ts'
import type { SignTypedData } from './quote-result.ts'

const typesShape = v.record(v.string(), v.array(v.object({ name: v.string(), type: v.string() })))

/**
 * Whether every number is one that JSON carries exactly: these values are signed and sent back as they came, so a
 * number that lost digits on the way in must not get through.
 */
function isExact(value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isExact)
}

function isExactObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isExact(value as JsonObject)
}

const exactShape = v.custom<JsonObject>(isExactObject, 'object of texts and exact integers')

/** Typed data whose parts are the very objects that were received: what is signed and sent back is what came. */
export const signTypedDataShape: v.GenericSchema<unknown, SignTypedData> = v.object({
  domain: exactShape,
  types: v.custom<TypeMap>((types) => v.is(typesShape, types), 'members by type name'),
  values: exactShape,
})
