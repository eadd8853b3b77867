// Written by `refinery import` from Shop 1.2. Do not edit it: import again.

import RefineryCore
import RefineryMultipart

extension Shop {
  /// What customers buy.
  enum Orders: EndpointGroup {
    static let customEndpoints: [Endpoint] = [listOrdersRow, createOrderRow, attachReceiptRow]

    static let options = Options { $0.errors.add(Problem.self, for: StatusSet(400...499)) }

    static let listOrdersRow = endpoint(
      "listOrders", .get, "orders{?status,cursor,created_at%5Bgte%5D}", output: [Order].self, summary: "Lists the orders"
    )
    /// Lists the orders.
    ///
    /// The newest come first.
    ///
    /// - Parameters:
    ///   - status: Only orders with this status.
    static func listOrders(
      status: Status? = nil, cursor: String? = nil, createdAtGte: CalendarDate? = nil, xRequestID: String? = nil
    ) -> Call<[Order]> {
      Call<[Order]>(
        listOrdersRow,
        ["status": PathValue(id: status), "cursor": PathValue(id: cursor), "created_at%5Bgte%5D": PathValue(id: createdAtGte)]
      )
      .header("X-Request-ID", ifPresent: xRequestID)
    }

    static let createOrderRow = endpoint("createOrder", .post, "orders", input: Order.self, output: Order.self)
    /// `POST /orders`.
    static func createOrder(body: Order) -> Call<Order> {
      Call<Order>(createOrderRow).body(body)
    }

    static let attachReceiptRow = endpoint("attachReceipt", .put, "orders/{orderID}/receipt", output: Okay.self)
    /// `PUT /orders/{order_id}/receipt`.
    static func attachReceipt(orderID: Int, file: MultipartForm.Part, note: String? = nil) -> Call<Okay> {
      var form = MultipartForm()
      form.append(file, named: "file")
      if let note { form.parts.append(.text("note", note)) }
      return Call<Okay>(attachReceiptRow, ["orderID": PathValue(id: orderID)]).multipart(form)
    }
  }
}
