import { crc32, deflateSync } from 'node:zlib'

const side = 48

/** A small PNG (48 x 48, RGBA): a disc whose two colours depend on the seed. */
export function logo(seed: string): Buffer {
  const tone = crc32(Buffer.from(seed))
  const face = [64 + (tone & 127), 64 + ((tone >>> 8) & 127), 64 + ((tone >>> 16) & 127)]
  const mark = [face[2] ?? 0, face[0] ?? 0, 200 + ((tone >>> 24) & 47)]
  const rows: number[] = []
  for (let y = 0; y < side; y++) {
    rows.push(0)
    for (let x = 0; x < side; x++) {
      const distance = Math.hypot(x - side / 2 + 0.5, y - side / 2 + 0.5)
      const colour = distance < side / 5 ? mark : face
      rows.push(...colour, distance < side / 2 ? 255 : 0)
    }
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  size.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}
