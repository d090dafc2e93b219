import type { ProtocolData, ProtocolSocket } from './protocol-socket.ts'

/**
 * The value of an expression in a page, promises awaited; throws its error. JSON values only, `undefined`
 * included. In a `sandbox` it shares the page's elements and none of its names.
 */
export async function evaluate(
  bidi: ProtocolSocket,
  context: string,
  expression: string,
  sandbox?: string,
): Promise<unknown> {
  const answer = await bidi.send('script.evaluate', {
    expression,
    target: sandbox === undefined ? { context } : { context, sandbox },
    awaitPromise: true,
  })
  if (answer.type === 'exception') {
    throw new Error(String((answer.exceptionDetails as ProtocolData | undefined)?.text))
  }
  return plainValue(answer.result as ProtocolData)
}

/** Decodes a `script.RemoteValue`. */
function plainValue({ type, value }: ProtocolData): unknown {
  switch (type) {
    case 'undefined':
      return undefined
    case 'null':
      return null
    case 'array':
      return (value as readonly ProtocolData[]).map(plainValue)
    case 'object':
      return Object.fromEntries(
        (value as readonly (readonly [string, ProtocolData])[]).map(([key, each]) => [key, plainValue(each)]),
      )
    case 'string':
    case 'number':
    case 'boolean':
      return value
    default:
      throw new Error(`the page gave a ${type}, which is no JSON value`)
  }
}
