import { connect, createServer, type Socket } from 'node:net'

/** A second port of loopback that leads to a node. */
export interface SecondDoor {
  /** Closes it with whatever is open through it. */
  stop(): Promise<void>
}

/**
 * Opens a port that leads to another one, byte by byte. Ferry calls nothing proven that only one endpoint says; the sandbox
 * has one node for each chain, so its second endpoint is independent in name only.
 */
export async function openSecondDoor(port: number, toPort: number): Promise<SecondDoor> {
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const node = connect(toPort, '127.0.0.1')
    for (const [socket, other] of [
      [caller, node],
      [node, caller],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // Whoever is gone on one side is gone on the other; a broken line is the caller's to notice.
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
