import { sendUntilAnswered } from '../wallet/page/send-until-answered.ts'
import { type MarkAsk, markChannel, type PageMark, pageMarkKey } from './page-mark.ts'

/** Where content scripts find the copy of the mark. */
export interface MarkArea {
  get(key: string): Promise<{ readonly [key: string]: unknown }>
}

/**
 * Reads where Ferry has work. The background is left asleep by that, but where it has left no copy yet, as when the browser
 * has just started: then it is asked. Undefined when nobody answers; nothing begins then.
 */
export async function readMark(
  area: MarkArea,
  runtime: Parameters<typeof sendUntilAnswered<MarkAsk>>[0],
  pause: (ms: number) => Promise<void>,
): Promise<PageMark | undefined> {
  const kept = await area.get(pageMarkKey).then(
    (found) => found[pageMarkKey],
    // Not opened to us yet.
    () => undefined,
  )
  return (kept ?? (await sendUntilAnswered(runtime, { channel: markChannel }, pause))) as PageMark | undefined
}
