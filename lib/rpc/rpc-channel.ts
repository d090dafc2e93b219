import type { ProblemData } from '../base/problem.ts'
import type { ViewMessages, ViewPush } from './messages.ts'

/** Name of both the port and the messages between our own views and the background. */
export const viewChannel = 'ferry:view'

/** A view's message as it crosses contexts. */
export interface RpcRequest {
  readonly channel: typeof viewChannel
  readonly name: keyof ViewMessages
  readonly input: unknown
}

export type RpcResponse =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly problem: ProblemData }

/** Whether a value is an answer of the background; its content is trusted, the background is our own. */
export function isRpcResponse(value: unknown): value is RpcResponse {
  if (typeof value !== 'object' || value === null) return false
  if ('ok' in value && value.ok === true) return 'output' in value
  return 'ok' in value && value.ok === false && 'problem' in value && typeof value.problem === 'object'
}

/** Whether a value is something the background said by itself. */
export function isViewPush(value: unknown): value is ViewPush {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}
