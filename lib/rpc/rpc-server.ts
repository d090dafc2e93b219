import * as v from 'valibot'
import type { Handlers } from '../base/message.ts'
import { isObject } from '../base/object.ts'
import { Problem, toProblemData } from '../base/problem.ts'
import { messages, type ViewMessages, type ViewPush } from './messages.ts'
import { type Listenable, type RpcResponse, viewChannel } from './rpc-client.ts'

export interface Sender {
  readonly id?: string | undefined
  readonly url?: string | undefined
  readonly frameId?: number | undefined
}

export interface ServerPort {
  readonly name: string
  readonly sender?: Sender | undefined
  postMessage(message: unknown): void
  disconnect(): void
  readonly onDisconnect: Listenable<() => void>
}

export interface ServerRuntime {
  readonly id: string
  getURL(path: string): string
  readonly onMessage: Listenable<(message: unknown, sender: Sender) => Promise<unknown> | undefined>
  readonly onConnect: Listenable<(port: ServerPort) => void>
}

export type ViewHandlers = Handlers<typeof messages>

/** The same messages, typed so that a name's schema gives that name's input. */
const inputs: {
  readonly [K in keyof ViewMessages]: { readonly input: v.GenericSchema<unknown, ViewMessages[K]['input']> }
} = messages

interface ViewServerPorts {
  /**
   * Returns the handlers. Awaited for each message; they get decoded input only, and a thrown error is returned as
   * `ProblemData`.
   */
  handlers(): Promise<ViewHandlers>
  onViewCountChange(count: number): void
}

export type ViewBroadcaster = ReturnType<typeof serveViews>

/** Answers our own views. It registers its listeners synchronously, so call it before the background's first await. */
export function serveViews(runtime: ServerRuntime, served: ViewServerPorts) {
  const ownPages = runtime.getURL('')
  const ports = new Set<ServerPort>()

  /** Content scripts have our extension id too, but the URL of their page (X2). */
  const isOwnView = (sender: Sender | undefined): boolean =>
    sender?.id === runtime.id && (sender.url ?? '').startsWith(ownPages) && (sender.frameId ?? 0) === 0

  const forget = (port: ServerPort): void => {
    if (ports.delete(port)) served.onViewCountChange(ports.size)
  }

  runtime.onMessage.addListener((message, sender) => {
    // Return undefined, not a promise: the first listener that answers wins, and another listener may handle this message.
    if (!isObject(message) || message.channel !== viewChannel) return undefined
    return isOwnView(sender)
      ? reply(served, message)
      : Promise.resolve(createFailure(new Problem('notAllowed')))
  })

  runtime.onConnect.addListener((port) => {
    if (port.name !== viewChannel) return
    if (!isOwnView(port.sender)) {
      port.disconnect()
      return
    }
    ports.add(port)
    port.onDisconnect.addListener(() => forget(port))
    served.onViewCountChange(ports.size)
  })

  return {
    push(push: ViewPush): void {
      for (const port of [...ports]) {
        try {
          port.postMessage(push)
        } catch {
          // A port throws if its view ended and the disconnect event has not arrived yet. The push has no receiver.
          forget(port)
        }
      }
    },
    viewCount: (): number => ports.size,
  }
}

async function reply(
  served: ViewServerPorts,
  message: { readonly [key: string]: unknown },
): Promise<RpcResponse> {
  try {
    const { name, input } = message
    if (!isViewMessage(name)) throw new Problem('badMessage', { facts: { message: 'unknown' } })
    return { ok: true, output: await handleMessage(served, name, input) }
  } catch (thrown) {
    return createFailure(thrown)
  }
}

async function handleMessage<K extends keyof ViewMessages>(
  served: ViewServerPorts,
  name: K,
  input: unknown,
): Promise<unknown> {
  const decoded = v.safeParse(inputs[name].input, input)
  if (!decoded.success) {
    const issue = decoded.issues[0]
    throw new Problem('badMessage', {
      facts: { message: name, path: v.getDotPath(issue) ?? '', expected: issue.expected ?? '' },
    })
  }
  const handlers = await served.handlers()
  return handlers[name](decoded.output)
}

function isViewMessage(name: unknown): name is keyof ViewMessages {
  return typeof name === 'string' && Object.hasOwn(messages, name)
}

function createFailure(thrown: unknown): RpcResponse {
  return { ok: false, problem: toProblemData(thrown) }
}
