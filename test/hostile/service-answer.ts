import { signedRequest } from '../harness/actions.ts'
import type { SwapLie } from './lie.ts'
import type { Endpoint } from './wire-service.ts'

type Change = (body: string, headers: Headers) => Response | string

const stranger = '0x6666666666666666666666666666666666666666'
const json = { 'content-type': 'application/json' }

function answered(name: string, change: Change, endpoint: Endpoint = 'quote'): SwapLie {
  return {
    name: `answer to ${endpoint}: ${name}`,
    liar: 'service',
    request: signedRequest,
    makeLie: (scene) => scene.service.changeResponse(endpoint, (body, headers) => change(body, headers)),
    ...(endpoint === 'quote' ? { mustRefuse: true as const } : {}),
  }
}

const whole: readonly (readonly [string, Change])[] = [
  ['a success without a result', () => '{"success":true,"result":null}'],
  ['a failure with HTTP 200', (body) => body.replace('"success":true', '"success":false')],
  ['a success that is a word', (body) => body.replace('"success":true', '"success":"true"')],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a page around a quote', (body) => new Response(`<html>${body}</html>`, { headers: json })],
  ['nothing', () => new Response('', { headers: json })],
  ['no content', () => new Response(null, { status: 204 })],
  ['half of it', (body) => body.slice(0, body.length / 2)],
  ['bytes after its end', (body) => `${body}{}`],
  ['a failing status round a quote', (body) => new Response(body, { status: 500, headers: json })],
  [
    'a status of another way',
    (body) => new Response(body, { status: 301, headers: { ...json, location: 'https://x.example' } }),
  ],
  ['a spender twice', (body) => body.replace(/("spender":"0x[^"]*")/, `$1,"spender":"${stranger}"`)],
  ['a receiver twice', (body) => body.replace(/("receiver":"0x[^"]*")/, `$1,"receiver":"${stranger}"`)],
  ['a prototype', (body) => body.replace('"input"', '"__proto__":{},"input"')],
  ['a constructor, deep', (body) => body.replace('"spender"', '"constructor":1,"spender"')],
  ['a prototype in escapes', (body) => body.replace('"input"', '"__pro\\u0074o__":1,"input"')],
  ['three megabytes', (body) => body.replace('"success"', `"more":"${'x'.repeat(3_000_000)}","success"`)],
  [
    'a list a million deep',
    (body) => body.replace('"success"', `"more":${'['.repeat(1e6)}${']'.repeat(1e6)},"success"`),
  ],
  ['a list of quotes', (body) => body.replace('"result":{', '"result":[{').replace(/}}$/, '}]}')],
  ['no typed data', (body) => body.replace('"signTypedData"', '"signTypedDatum"')],
  ['a quote of nobody', (body) => body.replace('"userAddress"', '"userAddresses"')],
]

const longId: Change = (body, headers) => {
  headers.set('server-req-id', 'x'.repeat(10_000))
  return body
}

const later: readonly (readonly [string, Change, Endpoint])[] = [
  ['an id of 10,000 letters', longId, 'status'],
  [
    'wait for thirty years',
    () => new Response('', { status: 429, headers: { 'retry-after': '1000000000' } }),
    'status',
  ],
  [
    'wait for less than nothing',
    () => new Response('', { status: 429, headers: { 'retry-after': '-1' } }),
    'status',
  ],
  [
    'wait for thirty years',
    () => new Response('', { status: 429, headers: { 'retry-after': '1000000000' } }),
    'submit',
  ],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'status'],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'submit'],
  ['no', () => new Response('{"success":false,"message":"no"}', { status: 400, headers: json }), 'submit'],
  [
    'it exists already',
    () => new Response('{"success":false,"message":"already exists"}', { status: 409, headers: json }),
    'submit',
  ],
]

export const answerLies: readonly SwapLie[] = [
  ...whole.map(([word, change]) => answered(word, change)),
  ...later.map(([word, change, endpoint]) => ({ ...answered(word, change, endpoint), waitMs: 900_000 })),
]
