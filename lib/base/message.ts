import * as v from 'valibot'
import { textShape } from './shapes.ts'

/** Names the type of what is answered. It is never decoded: the background's answer is our own. */
export interface Output<T> {
  readonly type?: T
}

/** Tells the compiler the type that a message answers with, and holds nothing: `output<QuoteReply>()`. */
export const output = <T>(): Output<T> => ({})

/** One message between a view and the background: the shape of what goes in, the type of what comes back. */
export interface Message<In, Out, Once extends boolean = boolean> {
  readonly input: v.GenericSchema<unknown, In>
  readonly output: Output<Out>
  /**
   * True for what may reach the wallet again when the background got it, died and gets it once more. Nothing reads it: it
   * only sets the types apart, so that views have to send such a message with `sendOnce`.
   */
  readonly isOnce: Once
}

/** Defines a message that is sent again where the background died over it. */
export function message<In, Out>(
  input: v.GenericSchema<unknown, In>,
  output: Output<Out>,
): Message<In, Out, false> {
  return { input, output, isOnce: false }
}

/** Defines a message that is never sent again once it may have arrived: views have to send it with `sendOnce`. */
export function messageOnce<In, Out>(
  input: v.GenericSchema<unknown, In>,
  output: Output<Out>,
): Message<In, Out, true> {
  return { input, output, isOnce: true }
}

/** What a message takes. */
export type InputOf<M> = M extends Message<infer In, unknown> ? In : never

/** What a message answers. */
export type OutputOf<M> = M extends Message<unknown, infer Out> ? Out : never

/** One handler for each message of a map; called with decoded input only. What it throws goes back as `ProblemData`. */
export type Handlers<Messages> = {
  readonly [K in keyof Messages]: (input: InputOf<Messages[K]>) => Promise<OutputOf<Messages[K]>>
}

/** The input of a message that takes nothing. */
export const nothing = v.null()

/** An id of ours or of the service. */
export const idShape = textShape(128, 1)

/** The input of a message about one order. */
export const oneOrder = v.strictObject({ orderId: idShape })
