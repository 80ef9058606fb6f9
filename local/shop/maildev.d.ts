declare module 'maildev' {
  type Options = {
    smtp: number;
    web: number;
    ip: string;
    webIp: string;
    mailDirectory: string;
    silent: boolean;
    disableWeb: boolean;
  };
  export default class MailDev {
    smtp: import('node:events').EventEmitter;
    constructor(options: Options);
    listen(done: (error?: Error) => void): void;
    close(done: () => void): void;
  }
}
