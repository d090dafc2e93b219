import * as v from 'valibot'
import { textShape } from './shapes.ts'

/** Carries the type of an answer. It is never decoded, because the background is trusted. */
export interface Output<T> {
  readonly type?: T
}

export const output = <T>(): Output<T> => ({})

export interface Message<In, Out, Once extends boolean = boolean> {
  readonly input: v.GenericSchema<unknown, In>
  readonly output: Output<Out>
  /**
   * True if the message may trigger a wallet request, unless its handler is idempotent, as that of `confirm` is. It must not
   * be sent twice: the background may have received the first one before it died. No code reads this value. It separates the
   * types, so that views must use `sendOnce`.
   */
  readonly isOnce: Once
}

/** Defines a message that is sent again if the background died before it answered. */
export function message<In, Out>(
  input: v.GenericSchema<unknown, In>,
  output: Output<Out>,
): Message<In, Out, false> {
  return { input, output, isOnce: false }
}

/** Defines a message that is never sent again if it may have arrived. Views must send it with `sendOnce`. */
export function messageOnce<In, Out>(
  input: v.GenericSchema<unknown, In>,
  output: Output<Out>,
): Message<In, Out, true> {
  return { input, output, isOnce: true }
}

export type InputOf<M> = M extends Message<infer In, unknown> ? In : never

export type OutputOf<M> = M extends Message<unknown, infer Out> ? Out : never

/** One handler per message, called with decoded input only. A thrown error is returned as `ProblemData`. */
export type Handlers<Messages> = {
  readonly [K in keyof Messages]: (input: InputOf<Messages[K]>) => Promise<OutputOf<Messages[K]>>
}

/** Answers a message that only acts. */
export async function answerNull(act: Promise<unknown>): Promise<null> {
  await act
  return null
}

export const noInput = v.null()

export const idShape = textShape(128, 1)

export const orderIdInput = v.strictObject({ orderId: idShape })
