import * as v from 'valibot'
import { parseJson } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import { type Decoded, pathText } from '../base/shapes.ts'
import { pageChannel } from '../wallet/connectors/page-protocol.ts'
import { type PageSender, readSender } from '../wallet/connectors/page-tab.ts'
import { type PageApi, toPageRefusal } from './page-api.ts'
import type { PageDocuments, PageEvents } from './page-documents.ts'
import { PageRefusal, type PageRequest, rawSwapShape, refuseField } from './page-swap.ts'
import { type PageReply, pageLimitChars } from './relay-messages.ts'
import { isSiteOrigin, type PageDocument } from './sites.ts'

interface PageAnswerPorts {
  readonly api: PageApi
  /** Ends a permission given once. */
  readonly onDocumentLeft: (document: PageDocument) => Promise<void>
  readonly onDocumentRestored: (document: PageDocument) => Promise<void>
  readonly documents: Pick<PageDocuments, 'checkDocuments'>
  readonly events: PageEvents
  readonly failed: (thrown: unknown) => void
}

/** Answers one message of a relay; `true` for a message that its document returned. */
export type PageAnswer = (message: unknown, sender: PageSender) => Promise<PageReply | true>

/** Creates the answers to pages. The browser's record names the requester; the request is decoded strictly. */
export function createPageAnswer(ownId: string, ports: PageAnswerPorts): PageAnswer {
  const { api, documents, events } = ports
  const returning = new Map<string, Promise<void>>()

  async function restoreProposal({ origin, document }: PageFrom): Promise<void> {
    // A returning document was left before, even if Ferry missed that. Too many requests do not keep its permission.
    await ports.onDocumentLeft(document)
    api.admit(origin)
    await ports.onDocumentRestored(document)
  }

  async function restoreDocument(from: PageFrom): Promise<true> {
    const { document } = from
    const taken = restoreProposal(from)
    returning.set(document.key, taken)
    try {
      await taken
    } finally {
      returning.delete(document.key)
    }
    events.onDocumentRestored(document)
    return true
  }

  async function reply(
    request: Decoded<typeof requestFrame>,
    { origin, document }: PageFrom,
  ): Promise<PageReply> {
    api.admit(origin)
    const requested = decodePageRequest(request.text)
    const { pageRequestId, gesture } = request
    // A page may send a request as soon as it is displayed again. Restore its proposal before answering.
    await Promise.allSettled([returning.get(document.key)])
    const result = await api.answer(requested, { origin, document, pageRequestId, gesture })
    if (requested.method === 'ferry_getSwap') events.follow(requested.swapId, document)
    if (requested.method === 'ferry_proposeSwap') {
      events.follow(pageRequestId, document)
      events.onSwapChanged(pageRequestId)
      // The document may have been left before its relay could open a port.
      documents.checkDocuments(document.tabId).catch(ports.failed)
    }
    return { result }
  }

  return async (message, sender) => {
    try {
      const frame = v.safeParse(relayFrame, message)
      const from = frame.success ? readPageSender(sender, ownId, frame.output.key) : null
      if (!frame.success || from === null)
        throw new PageRefusal(4100, 'notOffered', 'Ferry is not offered here.')
      return 'text' in frame.output ? await reply(frame.output, from) : await restoreDocument(from)
    } catch (thrown) {
      if (!(thrown instanceof PageRefusal)) ports.failed(thrown)
      return { error: toPageRefusal(thrown).data }
    }
  }
}

const depthLimit = 6
const itemLimit = 20

const oneId = v.strictObject({ swapId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)) })
const frame = v.strictObject({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  method: v.string(),
  params: v.exactOptional(v.unknown()),
})

/** Strict, with no coercion (M2, M10). Throws `PageRefusal`: 4200 for an unknown method, -32602 for any other deviation. */
function decodePageRequest(text: string): PageRequest {
  const { method, params } = parseFrame(text)
  switch (method) {
    case 'ferry_getCapabilities':
      if (params !== undefined) parseStrict(v.strictTuple([]), params)
      return { method }
    case 'ferry_proposeSwap':
      return { method, swap: parseStrict(v.strictTuple([rawSwapShape]), params)[0] }
    case 'ferry_getSwap':
    case 'ferry_cancelProposal':
    case 'ferry_showProposal':
      return { method, swapId: parseStrict(v.strictTuple([oneId]), params)[0].swapId }
    default:
      throw new PageRefusal(4200, 'unknownMethod', 'Ferry has no such method.')
  }
}

function parseFrame(text: string): v.InferOutput<typeof frame> {
  if (text.length > pageLimitChars)
    throw new PageRefusal(-32602, 'tooLarge', 'The request is larger than 16 kB.')
  try {
    return parseStrict(frame, parseJson(text, { maxDepth: depthLimit, maxItems: itemLimit }), 'request')
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    throw new PageRefusal(-32602, 'notPlainJson', 'The request is not plain JSON.')
  }
}

function parseStrict<T>(schema: v.GenericSchema<unknown, T>, value: unknown, root = 'params'): T {
  const outcome = v.safeParse(schema, value, { abortEarly: true })
  if (outcome.success) return outcome.output
  const [issue] = outcome.issues
  if (issue.path === undefined)
    throw new PageRefusal(-32602, 'invalidParams', `${root}: not what the method takes`, root)
  const field = root + pathText(issue)
  if (issue.type === 'strict_object' && issue.expected === 'never')
    throw new PageRefusal(-32602, 'unknownField', `${field.slice(0, 80)}: unknown field`, field.slice(0, 80))
  const isMissing = issue.received === 'undefined'
  throw refuseField(field, issue.input, isMissing ? 'missingField' : 'invalidField')
}

interface PageFrom {
  readonly origin: string
  readonly document: PageDocument
}

const key = v.pipe(v.string(), v.minLength(16), v.maxLength(64))
const requestFrame = v.strictObject({
  channel: v.literal(pageChannel),
  key,
  pageRequestId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  text: v.pipe(v.string(), v.maxLength(pageLimitChars)),
  gesture: v.boolean(),
})
const restoredFrame = v.strictObject({ channel: v.literal(pageChannel), key })
const relayFrame = v.union([requestFrame, restoredFrame])

/** Returns the sender if it is a document of a supported site, displayed and not private; else null (M1, M3, M14). */
function readPageSender(sender: PageSender, ownId: string, relayKey: string): PageFrom | null {
  const from = readSender(sender, ownId)
  const { documentId = relayKey } = sender
  if (from === null || !isSiteOrigin(from.origin) || typeof documentId !== 'string') return null
  if (sender.tab?.incognito === true || (sender.documentLifecycle ?? 'active') !== 'active') return null
  return { origin: from.origin, document: { tabId: from.tabId, documentId, key: relayKey } }
}
