/** Ids that the server has made, as examples show them. A test puts those in their place that it is answered. */
export const IDS = {
  execution: '01a20437-b836-7000-8e4a-dd95699b3cdb',
  waiting: '01a20437-cfb6-7000-a2ab-479a95a5e354',
  transaction: '01a20437-b903-7000-a83f-c2017d23b097',
  remoteFtp: '01KG9RFT60QP3XHK9BN10JJ4HN',
  as2: '01KG9S5SA0Y674JPMZFN56M5CK',
  bucket: '01KG9SZDM0V0HNW2NESXQWCFQS',
  hostedSftp: '01KG9TE2C04BN097B7KS6CRX36',
  global: '01KG9TWQ40MQMW4PFYXZ4SFD5R',
  draft: 'DRFT_01KG9VJP80SC4Z0XQT1VKKVXG7',
  guide: 'LIVE_01KG9VJP80SC4Z0XQT1VKKVXG7',
  inbound: '01KG9X5YW0271EM9DWMSN3BJ61',
  mapping: '01KG9W8NC0X4X8BHHKXMPFZK0D',
  account: '01KG9ZXVC00ED3MK2WK3VM8QMJ',
  key: '01KGA08TY02J78HFWDS1R7JRVY',
  event: '01a20437-b994-7000-9190-f8e9aa8a57e3',
} as const;
