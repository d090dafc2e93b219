import { decodePageRequest } from '../../lib/sites/decode-page-request.ts'
import { type PageApi, refusalOf } from '../../lib/sites/page-api.ts'
import { type PageReply, pageChannel } from '../../lib/sites/page-channel.ts'
import { PageRefusal } from '../../lib/sites/page-refusal.ts'
import type { PageDocument } from '../../lib/sites/proposal.ts'
import type { Proposals } from '../../lib/sites/proposals.ts'
import { type PageFrom, pageFrom, relayFrame } from '../../lib/sites/relay-frame.ts'
import type { PagePorts, PageSender } from '../../lib/wallet/connectors/page-ports.ts'
import type { PageDocuments } from './page-documents.ts'
import type { PageEvents } from './page-events.ts'

interface PageDeskPorts {
  readonly api: PageApi
  readonly proposals: Pick<Proposals, 'documentBack'>
  readonly documents: Pick<PageDocuments, 'look'>
  readonly events: PageEvents
  readonly failed: (thrown: unknown) => void
}

/** Answers one frame of a relay; `true` for the word that a document is back. */
export type PageAnswer = (message: unknown, sender: PageSender) => Promise<PageReply | true>

/** Answers pages: who asks is taken from the browser, what they ask is decoded, then one call into lib. */
export function createPageAnswer(ownId: string, ports: PageDeskPorts): PageAnswer {
  const { api, proposals, documents, events } = ports
  /** Documents, by their keys, that are just being taken up again. */
  const returning = new Map<string, Promise<void>>()

  async function takeBack(document: PageDocument): Promise<true> {
    const taken = proposals.documentBack(document)
    returning.set(document.key, taken)
    try {
      await taken
    } finally {
      returning.delete(document.key)
    }
    events.back(document)
    return true
  }

  async function reply(
    ask: { readonly askId: string; readonly text: string; readonly gesture: boolean },
    { origin, document }: PageFrom,
  ): Promise<PageReply> {
    api.admit(origin)
    const asked = decodePageRequest(ask.text)
    const { askId, gesture } = ask
    // A page that asks as soon as it is shown again must not be told that its proposal went with it.
    await Promise.allSettled([returning.get(document.key)])
    const result = await api.answer(asked, { origin, document, askId, gesture })
    if (asked.method === 'ferry_getSwap') events.follow(asked.swapId, document)
    if (asked.method === 'ferry_proposeSwap') {
      events.follow(askId, document)
      // It may have been left before its relay could hold a port.
      documents.look(document.tabId).catch(ports.failed)
    }
    return { result }
  }

  return async (message, sender) => {
    try {
      const frame = relayFrame(message)
      const from = frame === null ? null : pageFrom(sender, ownId, frame.key)
      if (frame === null || from === null) throw new PageRefusal(4100, 'Ferry is not offered here.')
      return frame.ask === null ? await takeBack(from.document) : await reply(frame.ask, from)
    } catch (thrown) {
      if (!(thrown instanceof PageRefusal)) ports.failed(thrown)
      return { error: refusalOf(thrown).data }
    }
  }
}

/** Hears the relays; a port that closes may mean that its document is gone. */
export function servePages(
  runtime: PagePorts['runtime'],
  answer: PageAnswer,
  documents: Pick<PageDocuments, 'look'>,
  failed: (thrown: unknown) => void,
): void {
  runtime.onMessage.addListener((message, sender) => answer(message, sender))
  runtime.onConnect.addListener((port) => {
    const tabId = port.sender?.tab?.id
    if (port.name !== pageChannel || port.sender?.id !== runtime.id || tabId === undefined) {
      port.disconnect()
      return
    }
    port.onDisconnect.addListener(() => void documents.look(tabId).catch(failed))
  })
}
