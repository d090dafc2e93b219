import * as v from 'valibot'
import { countShape, type Decoded, objectShape } from '../base/shapes.ts'

/** One call to the service, stored for support. At most 50 are kept; repeated ones are dropped first. */
export const serviceCallShape = objectShape({
  /** `chains` and `tokens` are the lists that an order is based on, read before it. */
  endpoint: v.picklist(['chains', 'tokens', 'quote', 'submit', 'status', 'build-tx']),
  atMs: countShape,
  /** `ok`, `notIndexed` or a problem code. */
  outcome: v.string(),
  serverRequestId: v.nullable(v.string()),
})

export type ServiceCall = Decoded<typeof serviceCallShape>
