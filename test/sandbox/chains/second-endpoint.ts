import { connect, createServer, type Socket } from 'node:net'

export interface SecondEndpoint {
  stop(): Promise<void>
}

/**
 * Opens a port that forwards every byte to another one. Ferry verifies nothing from a single endpoint. The
 * sandbox has one node per chain, so its second endpoint is independent in name only.
 */
export async function openSecondEndpoint(port: number, toPort: number): Promise<SecondEndpoint> {
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const node = connect(toPort, '127.0.0.1')
    for (const [socket, other] of [
      [caller, node],
      [node, caller],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // If one side closes, close the other. The caller notices a broken connection.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
