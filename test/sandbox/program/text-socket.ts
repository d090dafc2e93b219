import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/**
 * The server end of a WebSocket (RFC 6455), as far as JSON-RPC needs it: unfragmented texts, pings, closing.
 */
export class TextSocket {
  readonly #socket: Socket
  #unread: Buffer = Buffer.alloc(0)
  /** The listener sets it. */
  onText: (text: string) => void = () => undefined
  onClose: () => void = () => undefined

  /** Answers the upgrade with the key that the client sent. */
  constructor(socket: Socket, key: string) {
    this.#socket = socket
    const accept = createHash('sha1').update(`${key}${guid}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    // Ends the connection of a client that disappears without a close frame.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.onClose())
  }

  say(text: string): void {
    this.#write(opcodes.text, Buffer.from(text))
  }

  end(): void {
    this.#socket.destroy()
  }

  #write(opcode: number, payload: Buffer): void {
    if (this.#socket.destroyed) return
    const size = payload.length
    const head =
      size < 126
        ? Buffer.from([0x80 | opcode, size])
        : size < 65_536
          ? Buffer.from([0x80 | opcode, 126, size >> 8, size & 0xff])
          : Buffer.concat([Buffer.from([0x80 | opcode, 127, 0, 0, 0, 0]), sizeBytes(size)])
    this.#socket.write(Buffer.concat([head, payload]))
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk])
    for (let frame = takeFrame(this.#unread); frame !== null; frame = takeFrame(this.#unread)) {
      this.#unread = frame.rest
      if (frame.opcode === opcodes.text) this.onText(frame.payload.toString())
      if (frame.opcode === opcodes.ping) this.#write(opcodes.pong, frame.payload)
      if (frame.opcode === opcodes.close) this.#socket.end()
    }
  }
}

function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return bytes
}

/** The first whole frame of a client, whose payload is masked; null until one is complete. */
function takeFrame(unread: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | null {
  if (unread.length < 2) return null
  const short = unread.readUInt8(1) & 0x7f
  const sizeLength = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = 2 + sizeLength + 4
  if (unread.length < start) return null
  const size =
    short === 126 ? unread.readUInt16BE(2) : short === 127 ? Number(unread.readBigUInt64BE(2)) : short
  if (unread.length < start + size) return null
  const mask = unread.subarray(start - 4, start)
  const payload = Buffer.from(unread.subarray(start, start + size))
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index % 4] ?? 0)
  return { opcode: unread.readUInt8(0) & 0x0f, payload, rest: unread.subarray(start + size) }
}
