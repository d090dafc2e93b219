import * as v from 'valibot'
import { fundsLocations, problemCodes, problemSources } from './problem-codes.ts'

/** A problem as plain data: sent between contexts, stored with an order, and displayed. */
export const problemShape = v.pipe(
  v.object({
    code: v.picklist(problemCodes),
    money: v.picklist(fundsLocations),
    /** Screens attribute a statement to the service only if this is `service`. */
    reportedBy: v.picklist(problemSources),
    /** Never a signature, a response body or a person's address. */
    facts: v.pipe(v.record(v.string(), v.string()), v.readonly()),
    /** `server-req-id` of the failed answer (interface 7). */
    serverRequestId: v.nullable(v.string()),
    /** Milliseconds from now until a retry makes sense. Null if a retry cannot help. */
    retryAfterMs: v.nullable(v.pipe(v.number(), v.finite())),
  }),
  v.readonly(),
)

export type ProblemData = v.InferOutput<typeof problemShape>
