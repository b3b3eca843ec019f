// Takes mails, and prints to whom they go and what about: node receive.mjs <port>
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const [, , port = '2525'] = process.argv;
const codes = /** @type {Record<string, string>} */ ({ DATA: '354', QUIT: '221' });

const server = createServer((socket) => {
  let isMail = false;
  const answer = (code = '250') => socket.write(`${code} ok\r\n`);
  answer('220');
  createInterface(socket).on('line', (line) => {
    if (isMail) {
      if (/^(?:To|Subject): /.test(line)) console.log(line);
      if (line !== '.') return;
      isMail = false;
      return void answer();
    }
    isMail = line === 'DATA';
    answer(codes[line]);
  });
});

server.listen(Number(port), '127.0.0.1', () => console.log(`Mails are taken at port ${port}`));
