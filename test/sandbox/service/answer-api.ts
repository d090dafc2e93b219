import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withSandboxNames, withServiceNames } from '../chains/service-names.ts'
import { affiliateOf } from './affiliates.ts'
import type { ControlParts } from './controls.ts'
import { failure, Refusal, type Reply } from './envelope.ts'
import { formatResponse } from './format-response.ts'
import { isRecord } from './json-pointer.ts'
import { readBody } from './read-body.ts'
import { type Route, routes } from './routes.ts'
import { replyInstead, sendReply } from './send-reply.ts'
import type { ServiceParts } from './service-parts.ts'

/**
 * Answers one request to the interface: rate limit, scripted faults, origin list, endpoint, in this order.
 */
export async function answerApi(
  { parts, faults, rate, requested }: ControlParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  response.setHeader('server-req-id', crypto.randomUUID())
  response.setHeader('access-control-expose-headers', 'server-req-id')
  if (request.method === 'OPTIONS')
    return sendReply(response, preflight(parts.serviceSettings, request), null)
  const waitMs = rate.admit(clientOf(request), Date.now())
  if (waitMs > 0) {
    const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) }
    const reply = { ...failure(429, 'ThrottlerException: Too Many Requests'), headers }
    return sendReply(response, reply, null)
  }
  const { word } = parts.ledger
  const route = routes.find(
    ({ path, method }) => pathIn(path, word) === url.pathname && method === request.method,
  )
  const noteBody =
    route && requested.note(route.name, url, { origin: originOf(request), affiliate: affiliateOf(request) })
  const { delayMs, fault } = faults.takeFaults(route?.name ?? url.pathname)
  if (delayMs > 0) await sleep(delayMs, null, { ref: false })
  if (fault?.kind === 'dropBefore') {
    response.destroy()
    return
  }
  const elsewhere = `${parts.baseUrl.replace('127.0.0.1', 'localhost')}${url.pathname}${url.search}`
  const instead = fault && replyInstead(fault, elsewhere)
  const reply = instead ?? (await replyOf(parts, request, url, route, noteBody))
  await sendReply(response, reply, fault)
}

/**
 * The preflight that a browser sends before a request with a custom header, if no host permission of the
 * extension avoids it.
 */
function preflight({ origins }: ServiceParts['serviceSettings'], request: IncomingMessage): Reply {
  const origin = originOf(request)
  const isListed = origin !== null && origins.has(origin)
  return {
    status: 204,
    headers: {
      ...(isListed ? { 'access-control-allow-origin': origin } : {}),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, affiliate',
    },
    bytes: Buffer.alloc(0),
  }
}

function pathIn(path: string, word: string): string {
  return path.replace('/api/v1/exchange', `/api/v1/${word}`)
}

function clientOf(request: IncomingMessage): string {
  return request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown'
}

async function replyOf(
  parts: ServiceParts,
  request: IncomingMessage,
  url: URL,
  route: Route | undefined,
  noteBody: ((body: unknown) => void) | undefined,
): Promise<Reply> {
  try {
    if (!hasAccess(parts.serviceSettings, request)) throw new Refusal(403, 'this origin is not whitelisted')
    if (!route) throw new Refusal(404, `Cannot ${request.method} ${url.pathname}`)
    const body = route.method === 'POST' ? await readBody(request) : null
    noteBody?.(body)
    const { word } = parts.ledger
    const call = {
      params: url.searchParams,
      body: withSandboxNames(body, word),
      affiliate: affiliateOf(request),
    }
    const reply = inResponseFormat(await route.answer(parts, call), route.name, parts)
    return { ...reply, json: withServiceNames(reply.json, word) }
  } catch (error) {
    if (error instanceof Refusal) return failure(refusedStatus(error, route, parts), error.message)
    return failure(500, error instanceof Error ? error.message : String(error))
  }
}

/**
 * Deployments answer a bad quote or submit with 500 and give the reason in the body (wire shapes 1, 16.10).
 */
function refusedStatus(
  { status }: Refusal,
  route: Route | undefined,
  { serviceSettings }: ServiceParts,
): number {
  const isAnsweredWith500 =
    serviceSettings.shape === 'observed' && (route?.name === 'quote' || route?.name === 'submit')
  return status === 400 && isAnsweredWith500 ? 500 : status
}

function inResponseFormat(
  reply: Reply,
  endpoint: string,
  { serviceSettings: { responseFormat } }: ServiceParts,
): Reply {
  if (responseFormat === null || !isRecord(reply.json) || reply.json.success !== true) return reply
  return {
    ...reply,
    json: { ...reply.json, result: formatResponse(responseFormat, endpoint, reply.json.result) },
  }
}

/**
 * Whether the request comes from a listed domain or address. A browser omits the origin only in a GET, so
 * normally only a POST needs it. With `everyRequest` a GET needs it too, and `Referer` replaces a missing
 * `Origin`.
 */
function hasAccess(
  { origins, addresses, everyRequest }: ServiceParts['serviceSettings'],
  request: IncomingMessage,
): boolean {
  if (addresses.has(clientOf(request))) return true
  const origin = originOf(request)
  if (everyRequest) return origin !== null && origins.has(origin)
  return (
    request.method !== 'POST' || request.headers.origin === undefined || origins.has(request.headers.origin)
  )
}

function originOf({ headers }: IncomingMessage): string | null {
  return headers.origin ?? URL.parse(headers.referer ?? '')?.origin ?? null
}
