import type { HoldRuntime } from './hold-port.ts'

const tries = 40
const tryEveryMs = 500

/**
 * Says a message to the background until it is answered: a worker may be starting, or be dying with the message.
 * Undefined when nobody answered, or when the extension was updated or removed under this page.
 */
export async function sendUntilAnswered<Message>(
  runtime: HoldRuntime & { sendMessage(message: Message): Promise<unknown> },
  message: Message,
  pause: (ms: number) => Promise<void>,
): Promise<unknown> {
  for (let tried = 0; tried < tries && runtime.id; tried += 1) {
    try {
      const reply = await runtime.sendMessage(message)
      if (reply) return reply
    } catch {
      // Nobody there yet, or the extension was replaced under us: then `id` goes too.
    }
    await pause(tryEveryMs)
  }
  return undefined
}
